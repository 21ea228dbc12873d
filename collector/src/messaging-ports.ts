import type { SystemContext } from './context.ts'
import { noteHeartbeat } from './enrolment/note-heartbeat.ts'
import { listServiceUsers } from './enrolment/read.ts'
import type { Ingest } from './ingest/ingest.ts'
import type { Messaging, MessagingPorts } from './messaging/start.ts'
import { resultReader } from './reading/read-result.ts'
import type { Reader } from './reading/reader.ts'
import { Slots } from './store/slots.ts'
import { acceptHost, acceptHosts } from './tasks/accept-host.ts'
import { dispatchedTo, loadForDispatch, markDispatched, resendActiveTasks } from './tasks/dispatch.ts'
import { heardOfTasks } from './tasks/heard-of.ts'
import { failTask, recordFinished, recordProgress, recordStarted } from './tasks/record.ts'

/** Batches of hosts that are prepared to be stored, each up to a whole group: more would only take memory. */
const batchesAtOnce = 4

/** What messaging asks of the features. */
export function messagingPorts(
  system: SystemContext,
  ingest: Ingest,
  reader: Reader,
  cancelAgain: (...task: Parameters<Messaging['cancelAgain']>) => Promise<void>,
): MessagingPorts {
  const batches = new Slots(batchesAtOnce)
  return {
    listServices: () => listServiceUsers(system),
    resendTasks: () => resendActiveTasks(system),
    loadForDispatch: (taskId) => loadForDispatch(system, taskId),
    markDispatched: (taskId, sequence) => markDispatched(system, taskId, sequence),
    dispatchedTo: (taskId) => dispatchedTo(system, taskId),
    failTask: (taskId, error) => failTask(system, taskId, error),
    onTaskPoisoned: (taskId, reason) => failTask(system, taskId, reason),
    onHeartbeat: async (serviceId, heartbeat) => {
      await noteHeartbeat(system, serviceId, heartbeat)
      // It was away when they were cancelled.
      const ended = await heardOfTasks(system, serviceId, heartbeat)
      await Promise.all(ended.map((taskId) => cancelAgain(serviceId, taskId)))
    },
    onProgress: (serviceId, taskId, progress) =>
      recordProgress(system, { taskId, serviceId, attempt: progress.attempt }, progress),
    readResult: resultReader(reader, system),
    results: {
      started: (result, serviceId) => recordStarted(system, { ...result, serviceId }, result.at, result.addressesTotal),
      host: (result, serviceId) => acceptHost(system, ingest, result, serviceId),
      hosts: (result, serviceId) => batches.use(() => acceptHosts(system, ingest, result, serviceId)),
      finished: (result, serviceId) => recordFinished(system, { ...result, serviceId }, result),
    },
  }
}
