import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { recordEvents } from '../../change-log/record-events.ts'
import { serviceStatus } from '../../enrollment/contact-status.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'

/** Emits events for Audit Services whose status changed since the last run; a periodic job. */
export async function emitStatusEvents(ctx: SystemContext, time: TrustedTime): Promise<void> {
  const now = time.date
  const services = await ctx.store.read((db) => db.select().from(db.tables(enrollmentTables).auditServices))
  const changed = services.filter((service) => serviceStatus(service, now) !== service.toldStatus)
  if (changed.length === 0) return
  await ctx.store.write(async (tx) => {
    const { auditServices } = tx.tables(enrollmentTables)
    for (const service of changed) {
      const status = serviceStatus(service, now)
      const asRead =
        service.toldStatus === null
          ? isNull(auditServices.toldStatus)
          : eq(auditServices.toldStatus, service.toldStatus)
      // Not if another collector has just emitted it.
      const [updated] = await tx
        .update(auditServices)
        .set({ toldStatus: status })
        .where(and(eq(auditServices.id, service.id), asRead))
        .returning({ id: auditServices.id })
      if (updated) await emitStatusEvent(tx, service, status, time.now)
    }
  })
  ctx.wakeOutbox()
}

/** Emits the event for an Audit Service with a new status, or `Deleted`. */
export async function emitStatusEvent(
  tx: Tx,
  { id, siteId, name }: { id: string; siteId: string; name: string },
  status: AuditServiceStatus | 'Deleted',
  timestamp: string,
): Promise<void> {
  const event = { type: 'auditService.changed' as const, subjectId: id, data: { name, status } }
  await recordEvents(tx, { siteId, timestamp, events: [event] })
}
