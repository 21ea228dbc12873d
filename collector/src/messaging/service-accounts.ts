import { createAccount, type KeyPair } from '@nats-io/nkeys'
import { signingKey } from '@rollcall/shared/node/signing-key.ts'
import { listSecrets, loadOrCreateSecret } from '../access/secrets/stored-secrets.ts'
import type { SystemContext } from '../lib/context.ts'
import { closedAccountJwt, collectorAccountJwt, type ServiceUser, serviceAccountJwt } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'

type KeyContext = Pick<SystemContext, 'store' | 'vault' | 'clock'>

/** A NATS account and its claims, as stored by the servers. */
export type AccountClaims = { publicKey: string; jwt: string }

const namePrefix = 'nats.service-account.'
const nameOf = ({ serviceId, userPublicKey }: ServiceUser) => `${namePrefix}${serviceId}.${userPublicKey}`

/**
 * Loads the key of an Audit Service's account. A service that rejoins with other keys gets another account. The key is
 * kept after the service is deleted, so that a server that was down meanwhile learns that the account is closed.
 */
export async function loadServiceAccount(ctx: KeyContext, service: ServiceUser): Promise<KeyPair> {
  return signingKey(await loadOrCreateSecret(ctx, nameOf(service), () => createAccount().getSeed()))
}

/** Lists all accounts, also those of deleted Audit Services. */
export async function listServiceAccounts(ctx: KeyContext): Promise<ServiceUser[]> {
  const names = await listSecrets(ctx, namePrefix)
  return names.map((name) => {
    const [serviceId = '', userPublicKey = ''] = name.slice(namePrefix.length).split('.')
    return { serviceId, userPublicKey }
  })
}

/** Issues the claims of the collector's account and of each service. */
export async function currentClaims(
  ctx: KeyContext,
  keys: MessagingKeys,
  services: readonly ServiceUser[],
): Promise<AccountClaims[]> {
  return [
    await collectorClaims(ctx, keys),
    ...(await Promise.all(services.map((service) => serviceClaims(ctx, keys, service)))),
  ]
}

export async function collectorClaims(ctx: KeyContext, keys: MessagingKeys): Promise<AccountClaims> {
  const jwt = await collectorAccountJwt(keys, await sharedUsersVoidUntil(ctx))
  return { publicKey: keys.account.getPublicKey(), jwt }
}

export async function serviceClaims(
  ctx: KeyContext,
  keys: MessagingKeys,
  service: ServiceUser,
  options: { isMuted?: boolean } = {},
): Promise<AccountClaims> {
  const account = await loadServiceAccount(ctx, service)
  return { publicKey: account.getPublicKey(), jwt: await serviceAccountJwt(keys, account, service.serviceId, options) }
}

export async function closedClaims(ctx: KeyContext, keys: MessagingKeys, service: ServiceUser): Promise<AccountClaims> {
  const account = await loadServiceAccount(ctx, service)
  return { publicKey: account.getPublicKey(), jwt: await closedAccountJwt(keys, account) }
}

/** Returns the time when this release first ran: before, Audit Services had users in the collector's account. */
async function sharedUsersVoidUntil(ctx: KeyContext): Promise<Date> {
  // One second back, since the collector's own user JWT may be issued within this second.
  const make = () => Buffer.from(new Date(Date.now() - 1000).toISOString())
  return new Date(Buffer.from(await loadOrCreateSecret(ctx, 'nats.shared-users-void-until', make)).toString())
}
