import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import { type ResultInput, resultSchema } from '@rollcall/shared/messages/result.ts'
import { SpoolFullError } from '@rollcall/shared/node/spool.ts'
import { decodeMessage } from '@rollcall/shared/node/wire.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { measureResultSpool, openResultSpool } from './result-spool.ts'

const mebibyte = 1024 * 1024
let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

const head = () => ({ version: 1 as const, id: newId(), taskId: newId(), attempt: 1, at: new Date().toISOString() })
const host = (change: { raw?: string; nameLength?: number } = {}): ResultInput => ({
  ...head(),
  kind: 'host',
  address: '10.0.0.1',
  observation: {
    schemaVersion: 1,
    id: newId(),
    source: 'Service',
    observedAt: new Date().toISOString(),
    type: 'unknown',
    name: randomBytes((change.nameLength ?? 16) / 2).toString('hex'),
    identity: {},
    depth: 'discovery',
  },
  ...(change.raw === undefined ? {} : { raw: change.raw }),
})
/** Sections longer than a receiver unpacks, which compress to almost nothing. */
const tooLong = (result: ResultInput) => {
  if (result.kind !== 'host') throw new Error('not of a host')
  return { observation: { ...result.observation, customFields: { note: 'x'.repeat(33 * mebibyte) } } }
}
const finished = (): ResultInput => ({
  ...head(),
  kind: 'finished',
  outcome: { status: 'Failed', error: 'the spool is full' },
  progress: { attempt: 1, addressesTotal: 1, addressesDone: 1, hostsFound: 0, audited: 0, failed: 0 },
})

describe('the spool of results', () => {
  it('is measured without a change, also before its first use', async () => {
    expect(await measureResultSpool(folder.path)).toEqual({ entries: 0, bytes: 0 })
    expect(await readdir(folder.path)).toEqual([])
    const spool = await openResultSpool(folder.path, 10 * mebibyte)
    await spool.add(host())
    await spool.add(finished())
    expect(await measureResultSpool(folder.path)).toEqual({ entries: 2, bytes: spool.bytesUsed() })
  })

  it('returns the results in order after a restart, with their message ids', async () => {
    const results = [host(), host(), finished()]
    const first = await openResultSpool(folder.path, 10 * mebibyte)
    for (const result of results) await first.add(result)

    const second = await openResultSpool(folder.path, 10 * mebibyte)
    const entries = second.waiting()
    expect(entries.map(({ kind }) => kind)).toEqual(['host', 'host', 'finished'])
    for (const [index, entry] of entries.entries()) {
      const read = await second.read(entry.id)
      expect(read).toMatchObject({ id: results[index]?.id, taskId: results[index]?.taskId })
      expect(await decodeMessage(read?.message ?? Buffer.alloc(0))).toEqual(results[index])
      await second.remove(entry.id)
    }
    expect(second.bytesUsed()).toBe(0)
  })

  it('reports that it is full, and reserves space for the end of a task', async () => {
    const spool = await openResultSpool(folder.path, 2 * mebibyte)
    const raw = randomBytes(600_000).toString('base64')
    const fill = async () => {
      for (;;) await spool.add(host({ raw }))
    }
    await expect(fill()).rejects.toThrow(SpoolFullError)
    await expect(spool.add(host({ raw }))).rejects.toThrow(/the spool .* is full \(\d+ of 2097152 bytes\)/)
    await spool.add(finished())
    expect(spool.waiting().map(({ kind }) => kind)).toContain('finished')
  })

  it('leaves out the raw payload if the message would be too large', async () => {
    const spool = await openResultSpool(folder.path, 64 * mebibyte)
    expect(await spool.add(host())).toBe('all')
    expect(await spool.add(host({ raw: randomBytes(12 * mebibyte).toString('base64') }))).toBe('observation')
    // It compresses to almost nothing, but a receiver would not unpack it.
    expect(await spool.add(host({ raw: 'A'.repeat(33 * mebibyte) }))).toBe('observation')
    for (const entry of spool.waiting()) expect(entry.bytes).toBeLessThan(mebibyte)
  })

  it('stores only the presence of a host with too large results, without failing the task', async () => {
    const spool = await openResultSpool(folder.path, 64 * mebibyte)
    const large = host({ nameLength: 20 * mebibyte, raw: 'AAAA' })
    expect(await spool.add(large)).toBe('presence')
    const longest = host()
    expect(await spool.add({ ...longest, ...tooLong(longest) })).toBe('presence')
    const messages = await Promise.all(spool.waiting().map(async ({ id }) => (await spool.read(id))?.message))
    for (const [index, result] of [large, longest].entries()) {
      const sent = resultSchema.parse(await decodeMessage(messages[index] ?? Buffer.alloc(0)))
      expect(sent).toMatchObject({
        id: result.id,
        address: '10.0.0.1',
        observation: { name: '10.0.0.1', identity: { ipAddresses: ['10.0.0.1'] }, depth: 'discovery' },
      })
    }
  })

  it('parks a result that can never be sent, with the reason', async () => {
    const spool = await openResultSpool(folder.path, 10 * mebibyte)
    await spool.add(host())
    await spool.park(spool.waiting()[0]?.id ?? '', 'larger than the server takes')
    expect(spool.waiting()).toEqual([])
    expect(await readdir(join(folder.path, 'spool', 'bad'))).toHaveLength(2)
  })
})
