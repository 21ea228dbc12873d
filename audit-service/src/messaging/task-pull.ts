import type { ConsumerMessages } from '@nats-io/jetstream'
import { messageOf } from '@rollcall/shared/errors.ts'
import { createBackoff } from '@rollcall/shared/node/backoff.ts'
import type { Link } from '@rollcall/shared/node/nats-connect.ts'
import type { Logger } from 'pino'
import { openTaskQueue } from './task-queue.ts'
import type { TaskRuns } from './task-runs.ts'

type Options = {
  serviceId: string
  runs: Pick<TaskRuns, 'take' | 'untilFree'>
  /** Tasks that run at a time. */
  tasksMax: number
  signal: AbortSignal
  log: Logger
}

type TaskPull = {
  /** Takes tasks until the signal, or until the connection is closed. */
  run(link: Link): Promise<void>
  /** Ends the request for a task that waits at the server. */
  stop(): void
}

/** Time that one request for a task waits at the server. */
const pullMs = 30_000

/** Takes tasks from the service's queue, one at a time, as long as there is room to run another. */
export function createTaskPull({ serviceId, runs, tasksMax, signal, log }: Options): TaskPull {
  let pulling: ConsumerMessages | undefined
  return {
    async run({ nc, isConnected, untilConnected }) {
      const backoff = createBackoff({ baseMs: 500, maxMs: 2_000 })
      while (!signal.aborted && !nc.isClosed()) {
        try {
          await untilConnected(signal)
          const consumer = openTaskQueue(nc, serviceId)
          while (!signal.aborted && isConnected()) {
            await runs.untilFree(tasksMax)
            // One at a time: a prefetched task would wait here while its acknowledgement time runs. bind: after a
            // reconnection the library does not query the consumer first, which a service is not permitted to do.
            pulling = await consumer.fetch({ max_messages: 1, expires: pullMs, bind: true })
            if (signal.aborted) pulling.stop()
            for await (const message of pulling) await runs.take(message)
            backoff.reset()
          }
        } catch (error) {
          if (isConnected()) log.warn({ reason: messageOf(error) }, 'tasks: the request failed, will try again')
          await backoff.wait(signal, 250).catch(() => undefined)
        }
      }
    },
    stop: () => pulling?.stop(),
  }
}
