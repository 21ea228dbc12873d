import { enqueue } from '../../outbox/enqueue.ts'
import type { Tx } from '../../store/store.ts'

/** The outbox message that closes the NATS accounts which an Audit Service must no longer use. */
export const revokeKind = 'revoke'

/**
 * Takes an Audit Service's access away. Call it in the transaction that deletes the service or replaces its keys, and
 * `ctx.wakeOutbox()` after it; from the commit on the revocation holds, also when NATS is away just now.
 */
export const revokeAccess = (tx: Tx, serviceId: string, now: string): Promise<void> =>
  enqueue(tx, { kind: revokeKind, subjectId: serviceId }, now)
