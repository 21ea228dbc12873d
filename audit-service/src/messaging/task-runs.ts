import { hostname } from 'node:os'
import type { JsMsg } from '@nats-io/jetstream'
import type { KeyPair } from '@nats-io/nkeys'
import { messageOf } from '@rollcall/shared/errors.ts'
import { type Credential, credentialSchema } from '@rollcall/shared/messages/credential.ts'
import { type Task, type taskOutcomeSchema, taskSchema } from '@rollcall/shared/messages/task.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import { EnvelopeError, openCredentials, openSigned } from '@rollcall/shared/node/envelope.ts'
import { withLogFields } from '@rollcall/shared/node/log.ts'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { FinishedTasks } from './finished-tasks.ts'
import type { Report, TaskReport } from './report.ts'
import type { RunningDeliveries } from './running-deliveries.ts'

export type TaskOutcome = z.infer<typeof taskOutcomeSchema>

/**
 * Runs a task. When `signal` aborts it stops soon and keeps its reports; its return value is then ignored. A rejection
 * ends the task as failed, with the message as its error.
 */
export type RunTask = (
  task: Task,
  credentials: Credential[],
  report: Report,
  signal: AbortSignal,
) => Promise<TaskOutcome>

type TaskRunsOptions = {
  serviceId: string
  version: string
  taskSigningKey: string
  collectorCurveKey: string
  curve: KeyPair
  finished: FinishedTasks
  deliveries: Pick<RunningDeliveries, 'set' | 'delete'>
  runTask: RunTask
  createReport(task: Pick<Task, 'taskId' | 'attempt'>, signal: AbortSignal): TaskReport
  isConnected(): boolean
  log: Logger
}

type Run = { task: Task; message: JsMsg; controller: AbortController; done: Promise<void> }

/** Reason to stop a run. */
type StopReason = 'cancelled' | 'stopping' | 'superseded'

export type TaskRuns = {
  /** Handles a delivery. Resolves once its run is started or refused; the run continues by itself. */
  take(message: JsMsg): Promise<void>
  cancel(taskId: string): void
  running(): string[]
  /** Resolves when fewer than `tasksMax` tasks are running. */
  untilFree(tasksMax: number): Promise<void>
  /** Stops every run and returns its task to the queue for immediate redelivery. Takes at most ten seconds. */
  stop(): Promise<void>
}

/** Interval of progress signals to the server: well within the consumer's ack wait of 30 s. */
const workingIntervalMs = 10_000
const cancelledMax = 1000
/** Time limit for a run to stop. */
const stopMsMax = 10_000

const credentialsSchema = z.array(credentialSchema).max(1000)
const ownTaskSchema = z.object({ serviceId: z.uuid(), taskId: z.uuid(), attempt: z.int().positive() })

/**
 * Creates the runs of this service's tasks: only tasks that the collector signed for this service, and each attempt at
 * most once to its end.
 */
export function createTaskRuns(options: TaskRunsOptions): TaskRuns {
  const { serviceId, finished, deliveries, log } = options
  const runs = new Map<string, Run>()
  /** Tasks cancelled before they arrived. */
  const cancelled = new Set<string>()
  const stopping = new AbortController()

  const open = async (message: JsMsg): Promise<Task | undefined> => {
    try {
      const task = await openSigned(message.data, options.taskSigningKey, taskSchema)
      if (task.serviceId === serviceId) return task
      log.error({ subject: message.subject }, 'task: refused, it is for another Audit Service')
      message.term('for another Audit Service')
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error
      const own = ownTaskSchema.safeParse(error.payload).data
      if (own?.serviceId === serviceId) {
        const reason = `Audit Service ${options.version} does not understand this task: update it.`
        await options.createReport(own, stopping.signal).finished({ status: 'Failed', error: reason })
        message.ack()
      } else {
        log.error({ reason: error.message }, 'task: refused a message that the collector did not sign')
        message.term(error.message.slice(0, 200))
      }
    }
    return undefined
  }

  /** Retries until the entry is on disk, which may be full. Rejects when this service stops. */
  const untilStored = async (taskId: string, store: () => Promise<void>) => {
    const backoff = createBackoff({ baseMs: 1000, maxMs: 30_000 })
    for (;;) {
      try {
        return await store()
      } catch (error) {
        log.error({ taskId, reason: messageOf(error) }, 'task: its end cannot be stored, will try again')
        await backoff.wait(stopping.signal, 250)
      }
    }
  }

  /** Reports the end of a task, records it, and then acknowledges the task. */
  const end = async ({ taskId, attempt, expiresAt }: Task, report: TaskReport, outcome: TaskOutcome) => {
    await untilStored(taskId, () => report.finished(outcome))
    await untilStored(taskId, () => finished.add({ taskId, attempt, expiresAt }))
    log.info({ taskId, attempt, ...outcome }, 'task ended')
  }

  const work = async (run: Run) => {
    const { task, controller } = run
    const working = setInterval(() => {
      if (options.isConnected()) run.message.working()
    }, workingIntervalMs)
    const report = options.createReport(task, controller.signal)
    try {
      await deliveries.set(task.taskId, ackSubjectOf(run.message))
      let outcome = await execute(task, report, controller.signal)
      const reason: StopReason | undefined = controller.signal.reason
      if (reason === 'stopping') return run.message.nak()
      if (reason === 'superseded') return run.message.ack()
      if (reason === 'cancelled') outcome = { status: 'Cancelled' }
      await end(task, report, outcome)
      run.message.ack()
    } catch (error) {
      // Reached only while stopping or if the disk fails; the task is delivered again.
      log.error({ reason: messageOf(error) }, 'task: its end was not stored')
      run.message.nak()
    } finally {
      clearInterval(working)
      runs.delete(task.taskId)
      // The server may not receive that the task is returned: the next start says it again.
      if (controller.signal.reason !== 'stopping') await deliveries.delete(task.taskId)
    }
  }

  const execute = async (task: Task, report: Report, signal: AbortSignal): Promise<TaskOutcome> => {
    try {
      // Stopped before it began: the run handles only later aborts.
      signal.throwIfAborted()
      const opened = task.sealedCredentials
        ? openCredentials(task.sealedCredentials, options.curve, options.collectorCurveKey)
        : []
      return await options.runTask(task, credentialsSchema.parse(opened), report, signal)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'task failed')
      const reason = error instanceof z.ZodError ? 'its credentials are not valid' : messageOf(error)
      return { status: 'Failed', error: reason.slice(0, 1000) }
    }
  }

  return {
    async take(message) {
      const task = await open(message)
      if (!task) return
      const { taskId, attempt } = task
      if (finished.has(taskId, attempt)) return message.ack()
      const current = runs.get(taskId)
      if (current && current.task.attempt === attempt) {
        // Redelivered, for example after a disconnection: the task is still running, and acknowledges the new delivery.
        current.message = message
        message.working()
        return deliveries.set(taskId, ackSubjectOf(message))
      }
      if (current && current.task.attempt > attempt) return message.ack()
      if (current) {
        stop(current, 'superseded')
        await current.done
      }
      if (stopping.signal.aborted) return message.nak()
      const refusal = refuse(task, message.redelivered, cancelled)
      if (refusal) {
        await end(task, options.createReport(task, stopping.signal), refusal)
        return message.ack()
      }
      log.info({ taskId, attempt, kind: task.kind, targets: task.addresses.length }, 'task begins')
      const run: Run = { task, message, controller: new AbortController(), done: Promise.resolve() }
      runs.set(taskId, run)
      run.done = withLogFields({ taskId, attempt }, () => work(run))
    },
    cancel(taskId) {
      const run = runs.get(taskId)
      if (run) return stop(run, 'cancelled')
      cancelled.add(taskId)
      const [oldest] = cancelled
      if (oldest !== undefined && cancelled.size > cancelledMax) cancelled.delete(oldest)
    },
    running: () => [...runs.keys()],
    async untilFree(tasksMax) {
      while (runs.size >= tasksMax) await Promise.race([...runs.values()].map(({ done }) => done))
    },
    async stop() {
      stopping.abort(new Error('the Audit Service is stopping'))
      for (const run of runs.values()) stop(run, 'stopping')
      const late = AbortSignal.timeout(stopMsMax)
      const ended = Promise.all([...runs.values()].map(({ done }) => done))
      await Promise.race([ended, new Promise((resolve) => late.addEventListener('abort', resolve))])
      // A run that does not stop is returned as well; its further reports stay for the next start.
      for (const { message } of runs.values()) message.nak()
    },
  }
}

/** Returns the reply subject, which the library's type omits. */
const ackSubjectOf = (message: JsMsg): string => (message as JsMsg & { reply: string }).reply

function stop({ controller }: Run, reason: StopReason): void {
  controller.abort(reason)
}

/**
 * Returns the reason to refuse a task of this service. A redelivered task was started before it expired, and goes on.
 */
function refuse({ taskId, expiresAt }: Task, isAgain: boolean, cancelled: Set<string>): TaskOutcome | undefined {
  if (cancelled.delete(taskId)) return { status: 'Cancelled' }
  const now = new Date()
  if (isAgain || Date.parse(expiresAt) > now.getTime()) return undefined
  const clock = `on ${hostname()} it is ${now.toISOString()}`
  return { status: 'Failed', error: `It expired at ${expiresAt} before it was started; ${clock}.` }
}
