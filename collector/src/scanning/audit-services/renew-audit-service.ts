import { DomainError } from '@rollcall/shared/errors.ts'
import { renewalStatement, type serviceRenewSchema } from '@rollcall/shared/messages/enrollment.ts'
import { isSignedBy } from '@rollcall/shared/node/envelope.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SystemContext } from '../../lib/context.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'

/** Maximum difference between the time of a renewal and the collector's clock. */
const ageMsMax = 5 * 60_000

/**
 * Verifies that a renewal comes from an Audit Service of the inventory: it is signed now, with the key of its NATS
 * user. The answer is the same for a deleted service, a wrong key and a wrong time.
 */
export async function verifyRenewal(
  ctx: Pick<SystemContext, 'store'>,
  renewal: z.infer<typeof serviceRenewSchema>,
): Promise<{ serviceId: string; userPublicKey: string }> {
  const { auditServiceId: serviceId, issuedAt, signature } = renewal
  // Uses the system clock, which the `Date` header of answers shows: a service with a wrong clock uses that.
  const isFresh = Math.abs(Date.now() - Date.parse(issuedAt)) <= ageMsMax
  const [row] = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrolmentTables)
    return db
      .select({ userPublicKey: auditServices.userPublicKey })
      .from(auditServices)
      .where(eq(auditServices.id, serviceId))
  })
  if (!isFresh || !row || !isSignedBy(row.userPublicKey, renewalStatement(renewal), Buffer.from(signature, 'base64'))) {
    throw new DomainError(
      'renewal_refused',
      'This Audit Service was deleted, or the request is not signed with its key, or its time is off by more than five minutes.',
    )
  }
  return { serviceId, userPublicKey: row.userPublicKey }
}
