import { gzipSync, zstdCompressSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { noMetrics } from '../../lib/metrics.ts'
import { agent as seen } from '../testing/observations.ts'
import { createReader, type Reader, type Sent } from './reader.ts'
import { preparedOf } from './reading.ts'
import { inPlainWords } from './schema-errors-in-words.ts'

const now = '2026-11-20T08:15:30.000Z'
const agentId = newId()
const observed = (software: object[]) => ({ ...seen(0, { hostname: 'pc', agentId }), id: newId(), software })
const packages = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `p${n}`, version: `${n * 7919}` }))
const bytesOf = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

const logged: Record<string, unknown>[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
z.config({ customError: inPlainWords })
const readers: Reader[] = []
const newReader = (limits = {}) => {
  const reader = createReader({ log, metrics: noMetrics }, limits)
  readers.push(reader)
  const read = (bytes: Buffer, { id = 'a', packing = 'none' }: { id?: string; packing?: Sent['packing'] } = {}) => {
    const sender = { siteId: 'site', id, name: `agent ${id}` }
    return reader.readSnapshot({ sender, bytes, packing }, { agentId: id, now, aheadMs: 0, whole: false })
  }
  return { reader, read }
}
afterEach(async () => {
  logged.length = 0
  await Promise.all(readers.splice(0).map((reader) => reader.close()))
})

describe('the reader', () => {
  it.each([1, 5_000, 30_000])('reads a snapshot of %i packages equally, compressed or not', async (count) => {
    const { read } = newReader()
    const observation = observed(packages(count))
    const plain = await read(bytesOf(observation))
    const packed = await read(gzipSync(bytesOf(observation)), { packing: 'gzip' })
    expect(preparedOf(packed)).toMatchObject({ ...preparedOf(plain), sections: expect.any(Map) })
    expect(packed.sections.map(([name, { hash }]) => [name, hash])).toEqual(
      plain.sections.map(([name, { hash }]) => [name, hash]),
    )
    expect(plain.packed?.size).toBe(bytesOf(observation).length)
  })

  it('reports errors of a thread like those of the main thread', async () => {
    const { read } = newReader()
    for (const padding of [0, 300_000, 2_000_000]) {
      const broken = bytesOf(`{"a":"${'x'.repeat(padding)}"`)
      await expect(read(broken)).rejects.toMatchObject({ name: 'DomainError', code: 'malformed_json' })
      const odd = bytesOf({ ...observed([]), id: 'x', name: 'y'.repeat(padding) })
      const fields = [{ path: '/id', message: 'not a UUID' }]
      await expect(read(odd)).rejects.toMatchObject({ code: 'validation_failed', fields })
    }
  })

  const empties = (count: number) => `[${'{},'.repeat(count)}{}]`
  it.each([
    ['10 million empty objects in zstd', 'zstd', () => zstdCompressSync(bytesOf(empties(10_000_000)))],
    ['10 million empty objects in gzip', 'gzip', () => gzipSync(bytesOf(empties(10_000_000)))],
    ['2 million numbers', 'none', () => bytesOf(`[${'1,'.repeat(2_000_000)}1]`)],
    ['a million names', 'none', () => bytesOf(`{${'"a":1,'.repeat(1_000_000)}"b":1}`)],
    ['100,000 levels', 'gzip', () => gzipSync(bytesOf('['.repeat(100_000)))],
  ] as const)('refuses %s before it parses anything', async (_, packing, body) => {
    const { read } = newReader()
    const refusal = await read(body(), { packing }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      name: 'DomainError',
      code: expect.stringMatching(/payload_too_large|malformed_json/),
    })
  })

  it('serves other senders while one sends lists of invalid items', async () => {
    const { read } = newReader()
    const invalid = gzipSync(bytesOf({ ...observed([]), software: Array.from({ length: 100_001 }, () => ({})) }))
    const hostile = Promise.allSettled(
      Array.from({ length: 4 }, () => read(invalid, { id: 'hostile', packing: 'gzip' })),
    )
    let isHostileDone = false
    void hostile.then(() => {
      isHostileDone = true
    })
    for (let n = 0; n < 10; n++) await read(bytesOf(observed(packages(n))), { id: 'other' })
    expect(isHostileDone).toBe(false)
    for (const each of await hostile)
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'DomainError' } })
  })

  it('stops a body that takes too long, delays its sender, and serves others', async () => {
    const { read } = newReader({ stopAfterMs: 50 })
    const slow = () => bytesOf(observed(packages(100_000)))
    const first = read(slow(), { id: 'slow' })
    await expect(first).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining('took more than'),
    })
    const second = read(slow(), { id: 'slow' })
    await expect(second).rejects.toMatchObject({ code: 'rate_limited', message: expect.stringContaining('seconds') })
    expect((await read(bytesOf(observed(packages(5_000))), { id: 'slow' })).id).toBeDefined()
    expect((await read(bytesOf(observed(packages(5_000))), { id: 'other' })).id).toBeDefined()
    expect(logged).toEqual(
      expect.arrayContaining([expect.objectContaining({ sender: 'agent slow', siteId: 'site', reason: 'too slow' })]),
    )
  })

  it('stops a body that takes too much memory, and continues', async () => {
    const { read } = newReader({ heapMaxMb: 40 })
    const many = packages(100_000).map(({ name, version }) => ({ name: name.padEnd(150, name), version }))
    const large = read(bytesOf(observed(many)), { id: 'large' })
    await expect(large).rejects.toMatchObject({ code: 'payload_too_large', message: expect.stringContaining('memory') })
    expect((await read(bytesOf(observed(packages(5_000))), { id: 'large' })).id).toBeDefined()
  })

  it('rejects only a sender with too much pending', async () => {
    const { read } = newReader()
    const body = bytesOf(observed([{ name: 'x'.repeat(300_000) }]))
    const answers = Array.from({ length: 320 }, () =>
      read(body, { id: 'many' }).then(
        () => 'read',
        (error) => error.code,
      ),
    )
    const other = read(body, { id: 'other' })
    expect((await other).id).toBeDefined()
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['read', 'rate_limited']))
  })
})
