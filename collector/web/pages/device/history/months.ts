import type { SnapshotListItem } from '@rollcall/shared/api/snapshot.ts'

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

type Month = { name: string; snapshots: SnapshotListItem[] }

/** Snapshots by the month they were made in, by the viewer's calendar; in the order they come. */
export function byMonth(snapshots: readonly SnapshotListItem[]): Month[] {
  const months = Map.groupBy(snapshots, ({ auditDate }) => monthName.format(Date.parse(auditDate)))
  return [...months].map(([name, ofMonth]) => ({ name, snapshots: ofMonth }))
}
