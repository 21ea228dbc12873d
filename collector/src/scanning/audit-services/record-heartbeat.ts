import type { Heartbeat } from '@rollcall/shared/messages/enrollment.ts'
import { eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { withInstance } from './service-instances.ts'

/** Records the last heartbeat of an Audit Service. A deleted service is not re-created. */
export async function recordHeartbeat(ctx: SystemContext, serviceId: string, heartbeat: Heartbeat): Promise<void> {
  const now = nowOf(ctx)
  const { instanceId, version, hostname, capabilities, networks = null } = heartbeat
  const detected = await ctx.store.write(async (tx) => {
    const { auditServices } = tx.tables(enrollmentTables)
    const found = tx.select({ name: auditServices.name, instances: auditServices.instances }).from(auditServices)
    const [service] = await found.where(eq(auditServices.id, serviceId))
    if (!service) return undefined
    const before = service.instances ?? { recent: [] }
    const instances = instanceId ? withInstance(before, { id: instanceId, hostname, at: now }) : service.instances
    await tx
      .update(auditServices)
      .set({ lastSeen: now, version, hostname, capabilities, networks, instances })
      .where(eq(auditServices.id, serviceId))
    return instances?.shared && !before.shared ? { name: service.name, ...instances.shared } : undefined
  })
  if (!detected) return
  const { name, hostnames } = detected
  ctx.log.error(
    { serviceId, name, hostnames },
    'several processes use the identity of one Audit Service; stop all but one',
  )
}
