import { enqueue } from '../../outbox/enqueue.ts'
import type { Tx } from '../../store/store.ts'

/** Kind of the outbox message that closes the NATS accounts of a revoked Audit Service. */
export const revokeKind = 'revoke'

/**
 * Revokes the access of an Audit Service. Call it in the transaction that deletes the service or replaces its keys, and
 * `ctx.wakeOutbox()` after it. The revocation takes effect even if NATS is unreachable at the time of the commit.
 */
export const revokeAccess = (tx: Tx, serviceId: string, now: string): Promise<void> =>
  enqueue(tx, { kind: revokeKind, subjectId: serviceId }, now)
