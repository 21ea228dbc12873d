import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'
import { dayOf } from '../../../ui/time-format.ts'

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

type Month = { name: string; snapshots: SnapshotListItem[] }

/** Snapshots by the month they were made in, in the time zone of shown times; in the order they come. */
export function byMonth(snapshots: readonly SnapshotListItem[]): Month[] {
  const months = Map.groupBy(snapshots, ({ auditDate }) => monthName.format(Date.parse(dayOf(auditDate))))
  return [...months].map(([name, ofMonth]) => ({ name, snapshots: ofMonth }))
}
