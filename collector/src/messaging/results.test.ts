import { zstdCompressSync } from 'node:zlib'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { ResultInput } from '@rollcall/shared/messages/result.ts'
import { ingestConsumer, resultStream, resultSubject } from '@rollcall/shared/messages/subjects.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import { encodeMessage } from '@rollcall/shared/node/wire.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestNats, type TestNats } from '../../../test/harness/nats.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import type { ReadResult } from '../ingest/reading/read-result.ts'
import { createReader, type Reader } from '../ingest/reading/reader.ts'
import { resultReader } from '../ingest/reading/result-reader.ts'
import { collectorCredentials } from './accounts.ts'
import { type Consuming, consumeForever, type MessageHandler } from './consume.ts'
import { createResultHandler, type Parked, type ResultSink } from './results.ts'
import { ensureServiceQueues, ensureStreams } from './streams.ts'

let nats: TestNats
let link: Link
let reader: Reader
const consuming: Consuming[] = []
const at = '2026-11-20T08:00:00.000Z'

beforeAll(async () => {
  nats = await startTestNats()
  reader = createReader(nats.ctx)
  link = await nats.connect(await collectorCredentials(nats.keys))
})
afterAll(async () => {
  await reader.close()
  await nats.stop()
})

let serviceId: string
let taskId: string
beforeEach(async () => {
  serviceId = newId()
  taskId = newId()
  const jsm = await jetstreamManager(link.nc)
  await ensureStreams(jsm)
  await ensureServiceQueues(jsm, serviceId)
})
afterEach(async () => {
  for (const each of consuming.splice(0)) await each.stop()
})

const head = () => ({ version: 1 as const, id: newId(), taskId, attempt: 1, at })
const host = (address: string): ResultInput => ({
  ...head(),
  kind: 'host',
  address,
  observation: {
    schemaVersion: 1,
    id: newId(),
    source: 'Service',
    observedAt: at,
    type: 'unknown',
    name: address,
    identity: {},
    depth: 'discovery',
  },
})
const finished = (): ResultInput => ({
  ...head(),
  kind: 'finished',
  outcome: { status: 'Success' },
  progress: { attempt: 1, addressesTotal: 2, addressesDone: 2, hostsFound: 2, audited: 0, failed: 0 },
})
const publish = async (...results: ResultInput[]) => {
  for (const result of results) {
    const subject = resultSubject(serviceId, result.taskId)
    await jetstream(link.nc).publish(subject, await encodeMessage(result), { msgID: result.id })
  }
}
const left = async () => {
  const jsm = await jetstreamManager(link.nc)
  return (await jsm.streams.info(resultStream(serviceId))).state.messages
}

/** Delivers the messages of the stream this often, as to collectors that were killed before they handled them. */
const deliverTimes = async (count: number) => {
  const consumer = await jetstream(link.nc).consumers.get(resultStream(serviceId), 'ingest')
  for (let delivery = 1; delivery <= count; delivery += 1) (await consumer.next({ expires: 5000 }))?.nak()
  await link.nc.flush()
}

const labelOf = (result: ReadResult) => (result.kind === 'host' ? result.address : result.kind)

/** Creates a sink that accepts everything and records the order of commits. */
function sinkThat(change: Partial<ResultSink> = {}) {
  const committed: string[] = []
  const record = async (result: ReadResult) => void committed.push(labelOf(result))
  return {
    committed,
    sink: {
      started: record,
      host: record,
      hosts: record,
      tested: record,
      finished: record,
      ...change,
    } satisfies ResultSink,
  }
}

const readerOf = () => ({ read: resultReader(reader, nats.ctx) })

/** Reads the service's stream on a connection. */
function read(on: Link, handle: MessageHandler): Consuming {
  const ensure = async () => ensureServiceQueues(await jetstreamManager(on.nc), serviceId)
  const stream = resultStream(serviceId)
  return consumeForever(
    { link: on, stream, consumer: ingestConsumer, inFlightMax: 64, ensure, log: nats.ctx.log },
    handle,
  )
}

function consume(sink: ResultSink, on: Link = link) {
  const parked: Parked[] = []
  const park = async (poison: Parked) => void parked.push(poison)
  consuming.push(read(on, createResultHandler(on.nc, { sink, park, ...nats.ctx, ...readerOf() })))
  return parked
}

describe('results', () => {
  it('are acknowledged after their commit, the end of the task last', async () => {
    const gate = Promise.withResolvers<void>()
    const { committed, sink } = sinkThat({
      host: async (result) => {
        await gate.promise
        committed.push(result.address)
      },
    })
    consume(sink)
    await publish(host('10.0.0.1'), host('10.0.0.2'), finished())
    const jsm = await jetstreamManager(link.nc)
    await waitFor(async () => (await jsm.consumers.info(resultStream(serviceId), 'ingest')).num_ack_pending === 3, {
      what: 'all three to be delivered',
    })
    expect(await left()).toBe(3)
    expect(committed).toEqual([])
    gate.resolve()
    await waitFor(async () => (await left()) === 0, { what: 'all to be acknowledged' })
    expect(committed.slice(0, 2).sort()).toEqual(['10.0.0.1', '10.0.0.2'])
    expect(committed.at(2)).toBe('finished')
  })

  it('are redelivered after a temporary failure, and the end of the task waits for them', async () => {
    let failures = 2
    const { committed, sink } = sinkThat({
      host: async (result) => {
        if (result.address === '10.0.0.1' && failures-- > 0) throw new Error('the database is away')
        committed.push(result.address)
      },
    })
    const parked = consume(sink)
    await publish(host('10.0.0.1'), host('10.0.0.2'), finished())
    await waitFor(async () => (await left()) === 0, { what: 'all to be acknowledged', timeoutMs: 20_000 })
    expect(committed).toEqual(['10.0.0.2', '10.0.0.1', 'finished'])
    expect(parked).toEqual([])
  })

  it('are redelivered under overload and never parked for it', async () => {
    await publish(host('10.0.0.1'))
    await deliverTimes(12)
    let refusals = 1
    const { committed, sink } = sinkThat({
      host: async (result) => {
        if (result.address === '10.0.0.1' && refusals-- > 0)
          throw new DomainError('rate_limited', 'Send it again later.')
        committed.push(result.address)
      },
    })
    const parked = consume(sink)
    await publish(host('10.0.0.2'), finished())
    await waitFor(async () => (await left()) === 0, { what: 'all to be acknowledged', timeoutMs: 20_000 })
    expect(committed.toSorted()).toEqual(['10.0.0.1', '10.0.0.2', 'finished'])
    expect(committed.at(2)).toBe('finished')
    expect(parked).toEqual([])
  })

  it('do not count waiting for earlier results as a failure', async () => {
    await publish(finished())
    await deliverTimes(12)
    let failures = 1
    const { committed, sink } = sinkThat({
      finished: async () => {
        if (failures-- > 0) throw new Error('the database is away')
        committed.push('finished')
      },
    })
    const parked = consume(sink)
    await waitFor(() => failures === 0, { what: 'it to fail' })
    await waitFor(async () => (await left()) === 0, { what: 'it to be acknowledged', timeoutMs: 20_000 })
    expect(committed).toEqual(['finished'])
    expect(parked).toEqual([])
  })

  it('are parked after repeated failures while others succeed', async () => {
    const { sink } = sinkThat({
      host: async (result) => {
        if (result.address === '10.0.0.1') throw new Error('a defect')
      },
    })
    const parked: Parked[] = []
    const park = async (poison: Parked) => void parked.push(poison)
    consuming.push(read(link, createResultHandler(link.nc, { sink, park, ...nats.ctx, ...readerOf(), failuresMax: 3 })))
    await publish(host('10.0.0.1'), host('10.0.0.2'))
    await waitFor(() => parked.length === 1, { what: 'it to be parked', timeoutMs: 20_000 })
    expect(parked[0]?.reason).toBe('3 tries: a defect')
    await waitFor(async () => (await left()) === 0, { what: 'the stream to be empty' })
  })

  it('of one service fill only its own stream, which accepts more after they are read', async () => {
    const full = serviceId
    const other = newId()
    await ensureServiceQueues(await jetstreamManager(link.nc), other)
    const send = (id: string, bytes: number) =>
      jetstream(link.nc).publish(resultSubject(id, taskId), Buffer.alloc(bytes), { timeout: 20_000 })
    const fill = async (): Promise<never> => {
      for (;;) await send(full, 7 * 1024 * 1024)
    }
    await expect(fill()).rejects.toThrow(/maximum bytes exceeded/)
    expect(await left()).toBeGreaterThan(5)
    expect((await send(other, 1)).stream).toBe(resultStream(other))
    await expect(send(full, 7 * 1024 * 1024)).rejects.toThrow()

    const { sink } = sinkThat({})
    const parked: string[] = []
    const park = async ({ serviceId: id }: Parked) => void parked.push(id ?? '')
    consuming.push(read(link, createResultHandler(link.nc, { sink, park, ...nats.ctx, ...readerOf() })))
    await waitFor(async () => (await left()) === 0, { what: 'the full stream to be read', timeoutMs: 20_000 })
    expect(new Set(parked)).toEqual(new Set([full]))
    expect((await send(full, 1)).stream).toBe(resultStream(full))
  })

  it('are redelivered after a collector dies before the acknowledgement', async () => {
    const dying = await nats.connect(await collectorCredentials(nats.keys))
    const stored = new Map<string, number>()
    const count = async (result: ReadResult) => void stored.set(result.id, (stored.get(result.id) ?? 0) + 1)
    // Commits, and fails before the acknowledgement is sent.
    const died = Promise.withResolvers<void>()
    const first = sinkThat({
      host: async (result) => {
        await count(result)
        await dying.nc.close()
        died.resolve()
      },
    })
    const options = { ...nats.ctx, ...readerOf(), sink: first.sink, park: async () => undefined }
    const consumer = read(dying, createResultHandler(dying.nc, options))
    const only = host('10.0.0.1')
    await publish(only)
    await died.promise
    await consumer.stop()
    expect(await left()).toBe(1)

    consume(sinkThat({ host: count }).sink)
    const jsm = await jetstreamManager(link.nc)
    await waitFor(async () => (await jsm.consumers.info(resultStream(serviceId), 'ingest')).num_waiting > 0, {
      what: 'the next collector to wait for results',
    })
    // Shortens the server's acknowledgement timeout of half a minute.
    await jsm.consumers.update(resultStream(serviceId), 'ingest', { ack_wait: nanos(500) })
    await waitFor(async () => (await left()) === 0, { what: 'it to be acknowledged' })
    // The id is the same both times, so the second one changes nothing.
    expect([...stored]).toEqual([[only.id, 2]])
  })

  it('are stored once in the stream when sent twice', async () => {
    const result = host('10.0.0.1')
    await publish(result, result)
    expect(await left()).toBe(1)
  })

  it('are parked with a reason if invalid, and the others continue', async () => {
    const { committed, sink } = sinkThat({
      host: async (result) => {
        if (result.address === '10.0.0.9') throw new DomainError('not_found', 'has no such task')
        committed.push(result.address)
      },
    })
    const parked = consume(sink)
    const js = jetstream(link.nc)
    const started: ResultInput = { ...head(), kind: 'started', addressesTotal: 4 }
    await js.publish(resultSubject(serviceId, taskId), 'no zstd at all')
    await js.publish(resultSubject(serviceId, taskId), await encodeMessage({ kind: 'host' }))
    await js.publish(resultSubject(serviceId, newId()), await encodeMessage(host('10.0.0.8')))
    await js.publish(resultSubject(serviceId, 'no-uuid'), await encodeMessage(host('10.0.0.7')))
    await js.publish(resultSubject(serviceId, taskId), await encodeMessage({ ...started, addressesTotal: 2 ** 63 }))
    await publish(host('10.0.0.9'), host('10.0.0.1'), finished())
    await waitFor(async () => (await left()) === 0, { what: 'the stream to be empty', timeoutMs: 20_000 })
    expect(committed).toEqual(['10.0.0.1', 'finished'])
    expect(parked.map(({ reason }) => reason.split('\n')[0]).sort()).toEqual([
      expect.stringMatching(/^has no such task/),
      expect.stringMatching(/^not a valid result/),
      expect.stringMatching(/^not a valid result/),
      expect.stringMatching(/^not a valid result: The body is not valid zstd/),
      expect.stringMatching(/^the result belongs to task/),
      expect.stringMatching(/^the subject names no service/),
    ])
    expect(parked.find(({ reason }) => reason.includes('zstd'))?.data.toString()).toBe('no zstd at all')
  })

  it('are parked if they decompress to more than the limit', async () => {
    const parked = consume(sinkThat().sink)
    await jetstream(link.nc).publish(resultSubject(serviceId, taskId), zstdCompressSync('x'.repeat(40_000_000)))
    await waitFor(() => parked.length === 1, { what: 'it to be parked' })
    expect(parked[0]?.reason).toMatch(/unpacks to more than 100 times/)
  })

  it('continue after the stream was wiped and the server restarted', async () => {
    const { committed, sink } = sinkThat()
    consume(sink)
    await publish(host('10.0.0.1'))
    await waitFor(() => committed.length === 1, { what: 'the first' })
    const jsm = await jetstreamManager(link.nc)
    await jsm.streams.delete(resultStream(serviceId))
    await waitFor(() => jsm.streams.info(resultStream(serviceId)), {
      what: 'the stream to be made again',
      timeoutMs: 20_000,
    })
    await publish(host('10.0.0.2'))
    await waitFor(() => committed.length === 2, { what: 'the second', timeoutMs: 20_000 })
  })
})
