import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '@rollcall/shared/errors.ts'
import { resultStream, taskConsumer, taskStream } from '@rollcall/shared/messages/subjects.ts'
import { createPause } from '@rollcall/shared/node/pause.ts'
import type { Logger } from 'pino'
import type { ServiceUser } from './accounts.ts'
import type { Claims } from './claims.ts'
import type { ResultStreams } from './result-streams.ts'
import { deleteEmptyStream, ensureServiceQueues, isResultStream } from './streams.ts'

type UpkeepOptions = {
  /** Returns the current connection of the collector's account; throws if there is none. */
  connection(): NatsConnection
  claims: Claims
  listServices(): Promise<ServiceUser[]>
  /** Creates the shared streams if they are missing. */
  ensureStreams(): Promise<void>
  results: ResultStreams
  /** Sends every unfinished task again, since its message is lost. */
  resendTasks(): Promise<void>
  log: Logger
}

export type Upkeep = {
  /** Checks at once. */
  wake(): void
  stop(): Promise<void>
}

const intervalMs = 5000

/**
 * Restores state that is deleted on the NATS servers while the collector runs: accounts, streams and the consumers of
 * Audit Services. Tasks of a lost stream are sent again.
 */
export function startUpkeep(options: UpkeepOptions): Upkeep {
  const { connection, claims, log } = options
  const pause = createPause()
  let isStopping = false
  let tasksCreated: string | undefined
  /** Services whose queues this process has created or updated to this release. */
  const ensured = new Set<string>()

  const repairQueues = async () => {
    const jsm = await jetstreamManager(connection(), { checkAPI: false })
    await options.ensureStreams()
    // Read before the inventory: a stream is created only for a service already in the inventory.
    const streams = new Set<string>()
    for await (const name of jsm.streams.names()) streams.add(name)
    const consumers = new Set<string>()
    for await (const { name } of jsm.consumers.list(taskStream)) consumers.add(name)
    const services = await options.listServices()
    for (const { serviceId } of services) {
      const arePresent = streams.has(resultStream(serviceId)) && consumers.has(taskConsumer(serviceId))
      if (arePresent && ensured.has(serviceId)) continue
      await ensureServiceQueues(jsm, serviceId)
      ensured.add(serviceId)
      streams.add(resultStream(serviceId))
      if (!arePresent) log.info({ serviceId }, 'the queues of an Audit Service were created')
    }
    const current = new Set(services.map(({ serviceId }) => resultStream(serviceId)))
    const results = [...streams].filter(isResultStream)
    const left: string[] = []
    // Results that a deleted service sent before are still stored.
    for (const name of results) if (current.has(name) || !(await deleteEmptyStream(jsm, name))) left.push(name)
    await options.results.follow(left)
    await resendLost(jsm)
  }

  const resendLost = async (jsm: JetStreamManager) => {
    const { created } = await jsm.streams.info(taskStream)
    if (tasksCreated !== undefined && tasksCreated !== created) {
      log.warn('the task stream was lost; unfinished tasks are sent again')
      await options.resendTasks()
    }
    tasksCreated = created
  }

  const run = async () => {
    while (!isStopping) {
      try {
        await claims.repair()
        await repairQueues()
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'the NATS servers could not be checked; retrying')
      }
      if (!isStopping) await pause.wait(intervalMs)
    }
  }
  const running = run()

  return {
    wake: pause.wake,
    async stop() {
      isStopping = true
      pause.wake()
      await running
    },
  }
}
