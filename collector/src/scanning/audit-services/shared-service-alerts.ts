import type { Alert } from '@rollcall/shared/api/alert.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Db } from '../../store/store.ts'
import { isShared } from './service-instances.ts'

/** Lists alerts for Audit Services whose identity several processes use at once. */
export async function sharedServiceAlerts(db: Db, siteId: string, now: string): Promise<Alert[]> {
  const { auditServices } = db.tables(enrollmentTables)
  const rows = await db
    .select({ id: auditServices.id, name: auditServices.name, instances: auditServices.instances })
    .from(auditServices)
    .where(and(eq(auditServices.siteId, siteId), isNotNull(auditServices.instances)))
  return rows.flatMap(({ id, name, instances }) => {
    const shared = instances?.shared
    if (!shared || !isShared(shared, now)) return []
    const [first, ...others] = shared.hostnames.map((each) => `"${each}"`)
    const hosts = others.length > 0 ? `on the hosts ${[first, ...others].join(' and ')}` : `on hosts named ${first}`
    return {
      id: `auditService.shared:${id}`,
      kind: 'auditService.shared',
      severity: 'error',
      title: `Audit Service "${name}" runs in several processes`,
      detail: `Its identity is used ${hosts}. Each process gets a part of its tasks. Stop all but one. If you do not recognize one of them, the keys were copied: join the right one again.`,
      subjectId: id,
      since: shared.since,
    }
  })
}
