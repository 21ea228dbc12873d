import { DomainError } from '@rollcall/shared/errors.ts'
import {
  addressStatement,
  natsStatement,
  renewalStatement,
  type serviceRenewSchema,
} from '@rollcall/shared/messages/enrollment.ts'
import { isSignedBy } from '@rollcall/shared/node/signing-key.ts'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SystemContext } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'

/** Maximum difference between the time of a renewal and the collector's clock. */
const ageMsMax = 5 * 60_000

type Signed = z.infer<typeof serviceRenewSchema>
type Verified = { serviceId: string; userPublicKey: string }

export const verifyRenewal = (ctx: Pick<SystemContext, 'store'>, renewal: Signed): Promise<Verified> =>
  verifyStatement(ctx, renewal, renewalStatement(renewal))

export const verifyAddressRequest = (ctx: Pick<SystemContext, 'store'>, request: Signed): Promise<Verified> =>
  verifyStatement(ctx, request, addressStatement(request))

/** Verifies the request for a WebSocket to NATS. */
export const verifyNatsAccess = (ctx: Pick<SystemContext, 'store'>, request: Signed): Promise<Verified> =>
  verifyStatement(ctx, request, natsStatement(request))

/**
 * Verifies that a statement comes from an Audit Service of the inventory: it is signed now, with the key of its NATS
 * user. The answer is the same for a deleted service, a wrong key and a wrong time.
 */
async function verifyStatement(
  ctx: Pick<SystemContext, 'store'>,
  { auditServiceId: serviceId, issuedAt, signature }: Signed,
  statement: Uint8Array,
): Promise<Verified> {
  // Uses the system clock, which the `Date` header of answers shows: a service with a wrong clock uses that.
  const isFresh = Math.abs(Date.now() - Date.parse(issuedAt)) <= ageMsMax
  const [row] = await ctx.store.read((db) => {
    const { auditServices } = db.tables(enrollmentTables)
    return db
      .select({ userPublicKey: auditServices.userPublicKey })
      .from(auditServices)
      .where(eq(auditServices.id, serviceId))
  })
  if (!isFresh || !row || !isSignedBy(row.userPublicKey, statement, Buffer.from(signature, 'base64'))) {
    throw new DomainError(
      'renewal_refused',
      'This Audit Service was deleted, or the request is not signed with its key, or its time is off by more than five minutes.',
    )
  }
  return { serviceId, userPublicKey: row.userPublicKey }
}
