import type { Heartbeat } from '@rollcall/shared/messages/enrolment.ts'
import { eq } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'

/** Keeps what an Audit Service last said of itself. One that was removed is not brought back. */
export async function noteHeartbeat(ctx: SystemContext, serviceId: string, heartbeat: Heartbeat): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { auditServices } = tx.tables(enrolmentTables)
    await tx
      .update(auditServices)
      .set({
        lastSeen: nowOf(ctx),
        version: heartbeat.version,
        hostname: heartbeat.hostname,
        capabilities: heartbeat.capabilities,
      })
      .where(eq(auditServices.id, serviceId))
  })
}
