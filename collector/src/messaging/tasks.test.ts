import { jetstreamManager } from '@nats-io/jetstream'
import { createCurve } from '@nats-io/nkeys'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { taskStream } from '@rollcall/shared/messages/subjects.ts'
import { taskSchema } from '@rollcall/shared/messages/task.ts'
import { openSigned } from '@rollcall/shared/node/envelope.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestNats, type TestNats } from '../../../test/harness/nats.ts'
import { collectorCredentials } from './accounts.ts'
import { ensureStreams } from './streams.ts'
import { type TaskSource, taskHandler } from './tasks.ts'

let nats: TestNats
let link: Awaited<ReturnType<TestNats['connect']>>
beforeAll(async () => {
  nats = await startTestNats()
  link = await nats.connect(await collectorCredentials(nats.keys))
  await ensureStreams(await jetstreamManager(link.nc))
})
afterAll(() => nats.stop())

/** Builds a queued task as stored. */
function queuedTask() {
  const row = { taskId: newId(), serviceId: newId(), attempt: 1, streamSequence: null as number | null }
  const curvePublicKey = createCurve().getPublicKey()
  const source: TaskSource = {
    loadForDispatch: async () => {
      if (row.streamSequence !== null) row.attempt += 1
      row.streamSequence = null
      const times = { issuedAt: '2026-11-20T08:00:00.000Z', expiresAt: '2026-11-20T09:00:00.000Z' }
      const work = { kind: 'scan' as const, addresses: ['10.0.0.0/30'], options: scanOptionsSchema.parse({}) }
      const { taskId, serviceId, attempt } = row
      return { task: { version: 1, taskId, serviceId, attempt, ...times, ...work }, credentials: [], curvePublicKey }
    },
    recordDispatch: async (_, sequence) => {
      row.streamSequence = sequence
    },
    dispatchedTo: async () => row,
    failTask: async () => undefined,
  }
  return { row, source }
}

it('sends a task once, and again as the next attempt after its message was lost', async () => {
  const jsm = await jetstreamManager(link.nc)
  const { row, source } = queuedTask()
  const send = async () => {
    await taskHandler(() => link.nc, nats.keys, source)(row.taskId, AbortSignal.timeout(5000))
    const stored = await jsm.streams.getMessage(taskStream, { seq: row.streamSequence ?? 0 })
    const { messages } = (await jsm.streams.info(taskStream)).state
    const task = await openSigned(stored?.data ?? Buffer.alloc(0), nats.keys.taskSigning.getPublicKey(), taskSchema)
    return { messages, attempt: task.attempt }
  }
  expect(await send()).toEqual({ messages: 1, attempt: 1 })
  expect(await send()).toEqual({ messages: 1, attempt: 1 })
  // The JetStream store was wiped, and another task now has its number.
  await jsm.streams.delete(taskStream)
  await ensureStreams(jsm)
  const other = queuedTask()
  await taskHandler(() => link.nc, nats.keys, other.source)(other.row.taskId, AbortSignal.timeout(5000))
  expect(other.row.streamSequence).toBe(row.streamSequence)
  expect(await send()).toEqual({ messages: 2, attempt: 2 })
})
