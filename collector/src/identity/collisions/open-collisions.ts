import type { Alert } from '@rollcall/shared/api/alert.ts'
import { counted } from '@rollcall/shared/counted.ts'
import type { IdentityValue } from '@rollcall/shared/inventory/match.ts'
import { and, desc, eq, exists, gte, not, type SQL } from 'drizzle-orm'
import { listedNames } from '../../device-records/device-names.ts'
import { doNotMergePartners } from '../../device-records/do-not-merge.ts'
import { liveMs } from '../../device-records/reviews.ts'
import { earlier } from '../../lib/shift-time.ts'
import { shown, textOf } from '../../matching/shown-value.ts'
import { identityTables } from '../../store/schema/identity.ts'
import type { Db } from '../../store/store.ts'

/** Maximum number of collisions to read. */
const openMax = 1000

export type OpenCollision = {
  id: string
  value: IdentityValue
  /** Devices by name, without those that have a do-not-merge decision with every other one. */
  devices: { id: string; name: string }[]
  /** Id of the first device. */
  subjectId: string
  firstAt: string
  inWords: string
}

/**
 * Devices that recently reported one identity. A collision ends when they are merged, a person decides not to merge
 * them or that the value is junk, or only one is left.
 */
export async function openCollisions(db: Db, siteId: string, now: string): Promise<OpenCollision[]> {
  const { identityCollisions: collisions } = db.tables(identityTables)
  const since = earlier(now, liveMs)
  const rows = await db
    .select()
    .from(collisions)
    .where(and(eq(collisions.siteId, siteId), gte(collisions.lastAt, since), not(isListedAsJunk(db))))
    .orderBy(desc(collisions.lastAt), desc(collisions.id))
    .limit(openMax)
  const ids = [...new Set(rows.flatMap(({ deviceIds }) => deviceIds))]
  const names = await listedNames(db, ids)
  const doNotMerge = await doNotMergePartners(db, ids)
  return rows.flatMap(({ id, deviceIds, firstAt, ...key }) => {
    const left = deviceIds.filter((each) => names.has(each))
    const open = left.filter((a) => left.some((b) => a !== b && !doNotMerge.get(a)?.has(b)))
    const [subjectId] = open
    if (subjectId === undefined) return []
    const devices = open.map((each) => ({ id: each, name: names.get(each) ?? '' }))
    const value = shown(key)
    const inWords = `${counted(open.length, 'live device reports', 'live devices report')} ${textOf(value)}`
    return [{ id, value, subjectId, devices, firstAt, inWords }]
  })
}

/** Limits the junk list to a person's entries: a learned value is junk because of the collision and does not end it. */
function isListedAsJunk(db: Db): SQL {
  const { identityCollisions: collisions, identityJunk: junk } = db.tables(identityTables)
  const same = [eq(junk.siteId, collisions.siteId), eq(junk.kind, collisions.kind), eq(junk.value, collisions.value)]
  return exists(
    db
      .select({ id: junk.id })
      .from(junk)
      .where(and(...same, eq(junk.origin, 'site'))),
  )
}

/** Maximum number of collisions shown in one alert. */
const shownMax = 100

export async function collisionAlerts(db: Db, siteId: string, now: string): Promise<Alert[]> {
  const open = await openCollisions(db, siteId, now)
  return open.slice(0, shownMax).map(({ id, subjectId, devices, firstAt, inWords }) => ({
    id: `device.collision:${id}`,
    kind: 'device.collision',
    severity: 'warning',
    title: inWords,
    detail: `They are ${devices.map(({ name }) => name).join(', ')}. If they are one device, merge them. If not, choose Do not merge.`,
    subjectId,
    since: firstAt,
  }))
}
