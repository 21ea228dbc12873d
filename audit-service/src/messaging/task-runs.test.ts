import { jetstream } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { consumePoison } from '@rollcall/collector/messaging/crashing-tasks.ts'
import { createStreamsEnsurer } from '@rollcall/collector/messaging/streams.ts'
import { cancelHandler, sendCancel } from '@rollcall/collector/messaging/tasks.ts'
import { taskConsumer, taskStream, taskSubject } from '@rollcall/shared/messages/subjects.ts'
import { sealCredentials, signMessage } from '@rollcall/shared/node/envelope.ts'
import { describe, expect, it } from 'vitest'
import { endOf, startTaskLink, untilAborted } from '../../../test/harness/task-link.ts'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { waitFor } from '../../../test/harness/wait.ts'
import { openResultSpool } from '../spool/result-spool.ts'
import type { RunTask } from './task-runs.ts'

const {
  collector,
  consumerInfo,
  curve,
  dispatch,
  jsm,
  nats,
  newTask,
  service,
  start,
  stateDir,
  stopLater,
  takeResults,
} = await startTaskLink()

describe('a task of an Audit Service', () => {
  it('reports the reason of a failed task', async () => {
    const results = takeResults()
    await start(() => Promise.reject(new Error('nmap is not installed')))
    const task = newTask()
    await dispatch(task)
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Failed', error: 'nmap is not installed' } })
  })

  it('refuses an expired and an unknown task, and reports it', async () => {
    const results = takeResults()
    await start(() => Promise.reject(new Error('must not run')))
    const expired = newTask({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    await dispatch(expired)
    const refused = await endOf(results, expired)
    expect(refused).toMatchObject({ outcome: { status: 'Failed', error: expect.stringContaining('expired') } })
    const newer = { ...newTask(), version: 2 }
    const message = await signMessage(newer, nats.keys.taskSigning)
    await jetstream(collector.nc).publish(taskSubject(service().auditServiceId), message)
    const end = await endOf(results, newer)
    expect(end).toMatchObject({ outcome: { status: 'Failed', error: expect.stringContaining('update it') } })
  })

  it('continues a task that was started before it expired', async () => {
    const results = takeResults()
    const task = newTask({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    await dispatch(task)
    // The service received it in time, and was stopped.
    const taken = jetstream(collector.nc).consumers.get(taskStream, taskConsumer(service().auditServiceId))
    const first = await (await taken).next({ expires: 5000 })
    first?.nak()
    await collector.nc.flush()
    await start(async () => ({ status: 'Success' }))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Success' } })
  })

  it('returns running tasks when it stops, and they run again at once', async () => {
    const running = Promise.withResolvers<void>()
    const first = await start((...run) => {
      running.resolve()
      return untilAborted(...run)
    })
    const task = newTask()
    await dispatch(task)
    await running.promise
    await first.stop()
    const results = takeResults()
    await start(async () => ({ status: 'Success' }))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Success' } })
    expect(results.filter(({ kind }) => kind === 'finished')).toHaveLength(1)
  }, 20_000)

  it('runs an attempt only once to its end, also after a restart', async () => {
    const results = takeResults()
    let runs = 0
    const runTask: RunTask = async () => {
      runs += 1
      return { status: 'Success' }
    }
    const first = await start(runTask)
    const task = newTask()
    await dispatch(task)
    await endOf(results, task)
    await first.stop()
    await start(runTask)
    // The state after a lost acknowledgement: the same message again, outside the server's duplicate window.
    const sealed = { ...task, sealedCredentials: sealCredentials([], nats.keys.curve, curve.getPublicKey()) }
    const again = await signMessage(sealed, nats.keys.taskSigning)
    await jetstream(collector.nc).publish(taskSubject(service().auditServiceId), again)
    const next = newTask({ taskId: task.taskId, attempt: 2 })
    await dispatch(next)
    await waitFor(() => results.some(({ attempt }) => attempt === 2), { what: 'the second attempt' })
    expect(runs).toBe(2)
  })

  it('continues a redelivered running task without starting it twice', async () => {
    const results = takeResults()
    const gate = Promise.withResolvers<void>()
    let runs = 0
    await start(async () => {
      runs += 1
      await gate.promise
      return { status: 'Success' }
    })
    // The state after a disconnection: the server has had no sign of the task for too long.
    const name = taskConsumer(service().auditServiceId)
    await jsm.consumers.update(taskStream, name, { ack_wait: nanos(300) })
    const task = newTask()
    const signed = await signMessage(task, nats.keys.taskSigning)
    const { seq } = await jetstream(collector.nc).publish(taskSubject(service().auditServiceId), signed)
    await waitFor(async () => (await consumerInfo()).num_redelivered > 0, { what: 'it to be delivered again' })
    await jsm.consumers.update(taskStream, name, { ack_wait: nanos(30_000) })
    gate.resolve()
    await endOf(results, task)
    await waitFor(async () => (await jsm.streams.getMessage(taskStream, { seq })) === null, { what: 'it to be gone' })
    expect(runs).toBe(1)
    expect(results).toHaveLength(1)
  })

  it('is delivered again at once when the process that ran it was killed', async () => {
    const results = takeResults()
    const first = Promise.withResolvers<void>()
    // It requests no other task, like a process that has ended.
    const hang: RunTask = (...work) => {
      first.resolve()
      return untilAborted(...work)
    }
    await start(hang, { tasksMax: 1 })
    const task = newTask()
    await dispatch(task)
    await first.promise
    // A kill leaves the state folder as it is, and a delivery that is not returned. The first process still holds its
    // spool here, so the second one uses another.
    const spoolFolder = await tmpFolder()
    stopLater(spoolFolder.remove)
    const spool = await openResultSpool(spoolFolder.path, 64 * 1024 * 1024)
    await start(async () => ({ status: 'Success' }), { stateDir: stateDir(), spool })
    // The server's own wait would be 30 s, longer than this one.
    await endOf(results, task)
  })

  it('abandons an attempt for a later one, and reports only the end of the later one', async () => {
    const results = takeResults()
    const attempts: number[] = []
    await start(async (task, credentials, report, signal) => {
      attempts.push(task.attempt)
      return task.attempt === 1 ? untilAborted(task, credentials, report, signal) : { status: 'Success' }
    })
    const first = newTask()
    await dispatch(first)
    await waitFor(() => attempts.length === 1, { what: 'the first attempt' })
    await dispatch({ ...first, attempt: 2 })
    await endOf(results, first)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 0, { what: 'both to be acknowledged' })
    expect(attempts).toEqual([1, 2])
    expect(results).toMatchObject([{ kind: 'finished', attempt: 2 }])
  })

  it('stops a cancelled task, and refuses one that was cancelled before it arrived', async () => {
    const results = takeResults()
    await start(untilAborted)
    const task = newTask()
    const { source } = await dispatch(task)
    await waitFor(async () => (await consumerInfo()).num_ack_pending === 1, { what: 'the task to run' })
    const cancel = cancelHandler(nats.ctx, () => collector.nc, nats.keys, source)
    await cancel(task.taskId, AbortSignal.timeout(5000))
    expect(await endOf(results, task)).toMatchObject({ outcome: { status: 'Cancelled' } })

    const early = newTask()
    await sendCancel(nats.ctx, collector.nc, nats.keys, early)
    await dispatch(early)
    expect(await endOf(results, early)).toMatchObject({ outcome: { status: 'Cancelled' } })
  })

  it('fails a task that was started repeatedly', async () => {
    const poisoned: string[] = []
    const poison = consumePoison(collector, {
      taskSigningKey: service().taskSigningKey,
      failTask: async (taskId, reason) => void poisoned.push(`${taskId} ${reason}`),
      ensure: createStreamsEnsurer(collector.nc),
      log: nats.ctx.log,
    })
    stopLater(() => poison.stop())
    const task = newTask()
    await dispatch(task)
    // A service that dies each time without a message: the server waits for an acknowledgement that never comes.
    const name = taskConsumer(service().auditServiceId)
    await jsm.consumers.update(taskStream, name, { ack_wait: nanos(100) })
    const consumer = await jetstream(collector.nc).consumers.get(taskStream, name)
    for (let delivery = 1; delivery <= 8; delivery += 1) await consumer.next({ expires: 5000 })
    await consumer.next({ expires: 1000 })
    await waitFor(() => poisoned.length === 1, { what: 'the task to be given up' })
    expect(poisoned[0]).toBe(`${task.taskId} Its Audit Service received it 8 times without finishing it.`)
    await waitFor(async () => (await consumerInfo()).num_pending === 0, { what: 'it to leave the stream' })
  })
})
