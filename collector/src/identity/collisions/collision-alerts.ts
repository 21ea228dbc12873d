import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { Db } from '../../store/store.ts'
import { openCollisions } from './open-collisions.ts'

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
