import type { EventRow } from '../activity/events/list-events.ts'
import { startNotifications } from '../activity/notifications/start-notifications.ts'
import { startBulkRunner } from '../bulk/run-operations.ts'
import { listExporter } from '../http/answers/lists-for-reports.ts'
import type { SystemContext } from '../lib/context.ts'
import type { Messaging } from '../messaging/start.ts'
import { startHousekeeping } from '../operations/housekeeping/housekeeping.ts'
import { type PublicHost, publicUrl } from '../operations/public-hosts.ts'
import { startWatch } from '../operations/readiness.ts'
import { startRetention } from '../operations/retention/apply-retention.ts'
import type { TimeGuard } from '../operations/trusted-time/guard.ts'
import { createDispatcher } from '../outbox/dispatcher.ts'
import { startReports } from '../reports/start-reports.ts'
import { startScheduleRunner } from '../scanning/schedules/run-due-schedules.ts'
import { startOffload } from '../snapshots/offload/offload-runner.ts'
import { startPacking } from '../snapshots/packing/packing-runner.ts'

const outboxPollMs = 1_000

export type Jobs = {
  /**
   * Sends pending outbox messages at once, to the storage and to receivers of notifications, and continues bulk
   * operations.
   */
  wakeOutbox(): void
  wakeRetention(): void
  /** Starts no further work, and waits for the current work. */
  stop(): Promise<void>
}

type Parts = {
  messaging: Messaging
  guard: TimeGuard
  /** Called when events are recorded. */
  onNews(): void
  renewCertificates(): Promise<void>
  /** Names of the collector, the first for links in mails. */
  publicHosts: readonly PublicHost[]
  httpsPort: number
  /** The HTTP interface, which has the lists of reports. */
  app: Parameters<typeof listExporter>[0]
}

/** Starts all background work besides the API. */
export function startJobs(
  system: SystemContext,
  { messaging, guard, onNews, renewCertificates, publicHosts, httpsPort, app }: Parts,
): Jobs {
  const dispatcher = createDispatcher(system, messaging.outboxHandlers, { pollMs: outboxPollMs })
  const watch = startWatch({ store: system.store, isNatsConnected: () => messaging.isConnected() })
  const housekeeping = startHousekeeping(system, guard, watch, renewCertificates)
  const schedules = startScheduleRunner(system)
  const offload = startOffload(system)
  const retention = startRetention(system, guard)
  const watermark = guard.start()
  const packing = startPacking(system)
  const bulk = startBulkRunner(system)
  const reports = startReports(system, {
    baseUrl: publicHosts[0] && publicUrl(publicHosts[0], httpsPort),
    exportList: listExporter(app),
  })
  const notifications = startNotifications(system, { onNews, onSequenced: (events) => observeEvents(system, events) })
  return {
    wakeOutbox() {
      dispatcher.wake()
      offload.wake()
      notifications.wake()
      reports.wake()
      bulk.wake()
    },
    wakeRetention: () => retention.wake(),
    async stop() {
      const jobs = [
        housekeeping,
        schedules,
        offload,
        retention,
        watermark,
        packing,
        watch,
        notifications,
        reports,
        bulk,
      ]
      await Promise.all([dispatcher.drain(), ...jobs.map((job) => job.stop())])
    },
  }
}

/** Counts events, and logs each change of a task, so that the log tells what became of it. */
function observeEvents({ metrics, log }: Pick<SystemContext, 'metrics' | 'log'>, events: readonly EventRow[]) {
  for (const { type, subjectId, siteId, data } of events) {
    metrics.eventSequenced(type, data)
    if (type === 'task.changed') log.info({ taskId: subjectId, siteId, ...data }, 'task: changed')
  }
}
