import { Slots } from '@rollcall/shared/slots.ts'
import { acceptHost, acceptHosts } from '../ingest/accept/accept-host.ts'
import type { Ingest } from '../ingest/accept/ingest.ts'
import type { Reader } from '../ingest/reading/reader.ts'
import { resultReader } from '../ingest/reading/result-reader.ts'
import type { SystemContext } from '../lib/context.ts'
import type { Messaging, MessagingPorts } from '../messaging/start.ts'
import { listServiceUsers } from '../scanning/audit-services/read-audit-services.ts'
import { recordHeartbeat } from '../scanning/audit-services/record-heartbeat.ts'
import { dispatchedTo, loadForDispatch, recordDispatch, resendActiveTasks } from '../scanning/tasks/dispatch-task.ts'
import {
  failTask,
  recordFinished,
  recordProgress,
  recordStarted,
  recordTested,
} from '../scanning/tasks/record-progress.ts'
import { recordReportedTasks } from '../scanning/tasks/reported-tasks.ts'

/** Batches of hosts that are prepared concurrently, each up to a whole group. More would only take memory. */
const batchesAtOnce = 4

type Verb = (system: SystemContext, ...rest: never[]) => unknown
type Bound<V> = {
  [Name in keyof V]: V[Name] extends (system: SystemContext, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** Binds operations of other rooms to their context. */
const bind = <V extends Record<string, Verb>>(system: SystemContext, verbs: V): Bound<V> =>
  Object.fromEntries(Object.entries(verbs).map(([name, verb]) => [name, verb.bind(null, system)])) as Bound<V>

/** Connects messaging to the operations of other rooms. */
export function messagingPorts(
  system: SystemContext,
  ingest: Ingest,
  reader: Reader,
  cancelAgain: Messaging['cancelAgain'],
): MessagingPorts {
  const batches = new Slots(batchesAtOnce)
  return {
    ...bind(system, {
      listServices: listServiceUsers,
      resendTasks: resendActiveTasks,
      loadForDispatch,
      recordDispatch,
      dispatchedTo,
      failTask,
    }),
    onHeartbeat: async (serviceId, heartbeat) => {
      system.metrics.heartbeatReceived(serviceId, heartbeat)
      await recordHeartbeat(system, serviceId, heartbeat)
      // The service was offline when these tasks were canceled.
      const ended = await recordReportedTasks(system, serviceId, heartbeat)
      await Promise.all(ended.map((taskId) => cancelAgain(serviceId, taskId)))
    },
    onProgress: (serviceId, taskId, progress) =>
      recordProgress(system, { taskId, serviceId, attempt: progress.attempt }, progress),
    readResult: resultReader(reader, system),
    results: {
      started: (result, serviceId) => recordStarted(system, { ...result, serviceId }, result.at, result.addressesTotal),
      host: (result, serviceId) => acceptHost(system, ingest, reader, result, serviceId),
      hosts: (result, serviceId) => batches.use(() => acceptHosts(system, ingest, result, serviceId)),
      tested: (result, serviceId) => recordTested(system, { ...result, serviceId }, result),
      finished: (result, serviceId) => recordFinished(system, { ...result, serviceId }, result),
    },
  }
}
