import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@rollcall/shared/durations.ts'
import { Spool, SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropExpired, storeSnapshot } from './spool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-spool-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = (bytesMax = 2_000) => Spool.open(folder, { bytesMax })
const contents = async (spool: Spool) =>
  Promise.all(spool.entries().map(async ({ id }) => (await spool.read(id))?.toString().trim()))

describe('storeSnapshot', () => {
  it('drops the oldest snapshots until the new one fits', async () => {
    const spool = await open()
    for (const name of ['a', 'b', 'c']) expect(await storeSnapshot(spool, Buffer.from(name.padEnd(400)))).toBe(0)
    expect(await storeSnapshot(spool, Buffer.from('d'.padEnd(1_300)))).toBe(2)
    expect(await contents(spool)).toEqual(['c', 'd'])
    expect(await contents(await open())).toEqual(['c', 'd'])
  })

  it('refuses a snapshot that is larger than the whole spool, and drops none for it', async () => {
    const spool = await open()
    await storeSnapshot(spool, Buffer.from('a'))
    await expect(storeSnapshot(spool, Buffer.alloc(3_000))).rejects.toThrow(SpoolFullError)
    expect(await contents(spool)).toEqual(['a'])
  })
})

describe('dropExpired', () => {
  it('drops snapshots of more than 30 days, but none of a clock that was not set', async () => {
    const spool = await open()
    const now = Date.UTC(2026, 10, 20)
    const ages = { old: now - 31 * dayMs, recent: now - 29 * dayMs, unset: Date.UTC(1970, 0, 2), ahead: now + dayMs }
    for (const name of Object.keys(ages)) await spool.append('snapshot', Buffer.from(name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.snapshot')).sort()
    for (const [index, ms] of Object.values(ages).entries()) {
      await utimes(join(folder, files[index] ?? ''), ms / 1000, ms / 1000)
    }
    const reopened = await open()
    expect(await dropExpired(reopened, now)).toBe(1)
    expect(await contents(reopened)).toEqual(['recent', 'unset', 'ahead'])
  })
})
