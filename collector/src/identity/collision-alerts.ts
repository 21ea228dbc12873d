import type { Alert } from '@rollcall/shared/api/alert.ts'
import { and, desc, eq, gte } from 'drizzle-orm'
import { loadDevices } from '../devices/load.ts'
import { apartFrom } from '../devices/merging/kept-apart.ts'
import { identityTables } from '../store/schema/identity.ts'
import type { Db } from '../store/store.ts'
import { liveMs } from './collisions.ts'

/** Collisions that are told at once at most. */
const shownMax = 100

/** Devices that said of late they were one, until they are one, a person keeps them apart, or only one is left. */
export async function collisionAlerts(db: Db, siteId: string, now: string): Promise<Alert[]> {
  const { identityCollisions: collisions } = db.tables(identityTables)
  const since = new Date(Date.parse(now) - liveMs).toISOString()
  const rows = await db
    .select()
    .from(collisions)
    .where(and(eq(collisions.siteId, siteId), gte(collisions.lastAt, since)))
    .orderBy(desc(collisions.lastAt), desc(collisions.id))
    .limit(shownMax)
  const ids = [...new Set(rows.flatMap(({ deviceIds }) => deviceIds))]
  const names = new Map((await loadDevices(db, ids)).map(({ row }) => [row.id, row.name]))
  const apart = await apartFrom(db, ids)
  return rows.flatMap(({ id, kind, value, deviceIds, firstAt }): Alert[] => {
    const left = deviceIds.filter((each) => names.has(each))
    const open = left.filter((a) => left.some((b) => a !== b && !apart.get(a)?.has(b)))
    const [subjectId] = open
    if (subjectId === undefined || open.length < 2) return []
    return [
      {
        id: `device.collision:${id}`,
        kind: 'device.collision',
        severity: 'warning',
        title: `${open.length} live devices say they are ${kind} ${value}`,
        detail: `They are ${open.map((each) => `${names.get(each)} (${each})`).join(', ')}. Merge them if they are one; what was parted or merged by a person stays so.`,
        subjectId,
        since: firstAt,
      },
    ]
  })
}
