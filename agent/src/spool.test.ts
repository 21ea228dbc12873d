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
  const now = Date.UTC(2026, 10, 20)

  /** Fills the spool with snapshots of these times, oldest first. */
  async function spoolOf(times: readonly number[]): Promise<Spool> {
    const spool = await open(100_000)
    for (const [index] of times.entries()) await spool.append('snapshot', Buffer.from(`${index}`))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.snapshot')).sort()
    for (const [index, ms] of times.entries()) await utimes(join(folder, files[index] ?? ''), ms / 1000, ms / 1000)
    return open(100_000)
  }
  /** One snapshot a day; the last one is that of `last`. */
  const daily = (count: number, last: number) =>
    Array.from({ length: count }, (_, day) => last - (count - 1 - day) * dayMs)

  it('drops the snapshots that could not be sent for more than 30 days', async () => {
    const spool = await spoolOf(daily(40, now))
    expect(await dropExpired(spool, now)).toBe(9)
    expect((await contents(spool))[0]).toBe('9')
  })

  it.each([
    ['leaps to 2100', daily(20, now), Date.UTC(2100, 0, 1)],
    ['was not set at first', [...daily(10, Date.UTC(1970, 0, 11)), ...daily(10, now)], now],
    ['goes back to 1970', daily(20, now), Date.UTC(1970, 0, 1)],
    ['leapt to 2100 and came back', [...daily(10, now), Date.UTC(2100, 0, 1), ...daily(9, now + 10 * dayMs)], now],
  ])('drops nothing of 20 days if the clock %s', async (_, times, at) => {
    const spool = await spoolOf(times)
    expect(await dropExpired(spool, at)).toBe(0)
    expect(spool.entries()).toHaveLength(20)
  })
})
