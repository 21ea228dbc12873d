import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { DeviceMatch } from '@rollcall/shared/api/device-history.ts'
import { inWords } from '@rollcall/shared/inventory/match.ts'
import { desc, eq } from 'drizzle-orm'
import { mergesOfSnapshots } from '../../device-records/merges.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { shownReason } from '../../matching/shown-value.ts'
import { readPage } from '../../store/page.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { selectWithFacts } from './facts-of-snapshots.ts'

/** Match reason of each snapshot of a device, newest auditDate first, then by id. */
export async function listMatches(ctx: Context, deviceId: string, page: Page): Promise<List<DeviceMatch>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { snapshots, snapshotFacts } = db.tables(snapshotTables)
    const where = eq(snapshots.deviceId, device.id)
    const { id, auditDate, source } = snapshots
    const rows = selectWithFacts(db, { snapshotId: id, auditDate, source, match: snapshotFacts.match })
      .where(where)
      .orderBy(desc(auditDate), desc(id))
    const { items, total } = await readPage(rows, db.$count(snapshots, where), page)
    const ids = items.map(({ snapshotId }) => snapshotId)
    const merges = await mergesOfSnapshots(db, device.id, ids)
    return {
      items: items.map(({ match: stored, ...snapshot }) => {
        const match = shownReason(stored)
        const merged = match.moved ? undefined : merges.get(snapshot.snapshotId)
        return { ...snapshot, ...match, ...(merged ? { merged } : {}), summary: inWords(match, merged) }
      }),
      total,
    }
  })
}
