import { createAccount, createCurve, createOperator, createUser, fromCurveSeed, type KeyPair } from '@nats-io/nkeys'
import { signingKey } from '@rollcall/shared/node/signing-key.ts'
import { loadOrCreateSecret } from '../access/secrets/stored-secrets.ts'
import type { SystemContext } from '../lib/context.ts'

/** The collector's own keys, created once and shared by all collectors of a database. */
export type MessagingKeys = {
  operator: KeyPair
  systemAccount: KeyPair
  account: KeyPair
  /** The collector's user in the system account, which may change account claims. */
  systemUser: KeyPair
  collectorUser: KeyPair
  /** Signs tasks and control messages; NATS itself does not have it. */
  taskSigning: KeyPair
  /** Seals credentials (X25519). */
  curve: KeyPair
}

export async function loadMessagingKeys(ctx: Pick<SystemContext, 'store' | 'vault' | 'clock'>): Promise<MessagingKeys> {
  const seed = (name: string, make: () => KeyPair) => loadOrCreateSecret(ctx, `nats.${name}`, () => make().getSeed())
  const key = async (name: string, make: () => KeyPair) => signingKey(await seed(name, make))
  return {
    operator: await key('operator', createOperator),
    systemAccount: await key('system-account', createAccount),
    account: await key('account', createAccount),
    systemUser: await key('system-user', createUser),
    collectorUser: await key('collector-user', createUser),
    taskSigning: await key('task-signing', createUser),
    curve: fromCurveSeed(await seed('curve', createCurve)),
  }
}

export const seedText = (key: KeyPair): string => new TextDecoder().decode(key.getSeed())
