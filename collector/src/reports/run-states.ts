import type { Delivery } from '@rollcall/shared/api/notification.ts'
import type { ReportRun, RunStatus } from '@rollcall/shared/api/report.ts'
import { deliveriesOf } from '../activity/notifications/list-notifications.ts'
import type { reportTables } from '../store/schema/reports.ts'
import type { Db } from '../store/store.ts'

export type RunRow = ReturnType<typeof reportTables>['reportRuns']['$inferSelect']

/** Converts runs to the API form, with the state of their deliveries. */
export async function toRuns(db: Db, rows: readonly RunRow[]): Promise<ReportRun[]> {
  const sent = await deliveriesOf(
    db,
    rows.flatMap(({ notificationId }) => notificationId ?? []),
  )
  return rows.map(({ id, trigger, dueAt, status, finishedAt, rows, detail, notificationId }) => {
    const deliveries = (notificationId !== null && sent.get(notificationId)) || []
    return {
      id,
      trigger,
      dueAt,
      status: status === 'Prepared' ? statusOf(deliveries) : status,
      finishedAt,
      rows,
      detail,
      deliveries,
    }
  })
}

function statusOf(deliveries: readonly Delivery[]): RunStatus {
  if (deliveries.some(({ status }) => status === 'Waiting')) return 'Sending'
  const failed = deliveries.filter(({ status }) => status === 'Failed').length
  if (failed === 0) return 'Sent'
  return failed === deliveries.length ? 'Failed' : 'PartlySent'
}

/** Reports whether a run is still read or delivered. */
export const isUnderWay = ({ status }: ReportRun): boolean => status === 'Waiting' || status === 'Sending'
