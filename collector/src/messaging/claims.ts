import type { NatsConnection } from '@nats-io/transport-node'
import { z } from 'zod'
import type { SystemContext } from '../context.ts'
import { closedAccountJwt, type ServiceUser } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'
import {
  type AccountClaims,
  currentClaims,
  deleteServiceAccount,
  listServiceAccounts,
  loadServiceAccount,
  serviceClaims,
} from './service-accounts.ts'

type ClaimsContext = Pick<SystemContext, 'store' | 'vault' | 'clock' | 'log'>

const answerTimeoutMs = 10_000
const updateAnswerSchema = z.object({ error: z.object({ description: z.string().optional() }).optional() })
const listAnswerSchema = z.object({ data: z.array(z.string()).nullish() })

export type Claims = {
  /** Gives the servers the claims of every account. */
  pushAll(services: readonly ServiceUser[]): Promise<void>
  /** Admits one Audit Service. */
  open(service: ServiceUser): Promise<void>
  /** Gives the servers what they have lost, and closes the accounts of services that are not among these. */
  repair(services: readonly ServiceUser[]): Promise<void>
}

/** Changes accounts' claims over a connection of the system account. The servers keep them (full resolver). */
export function createClaims(ctx: ClaimsContext, keys: MessagingKeys, connection: () => NatsConnection): Claims {
  /** Public keys of the accounts; a key is unsealed once. */
  const publicKeys = new Map<string, string>()
  const publicKeyOf = async (service: ServiceUser): Promise<string> => {
    const id = identityOf(service)
    const publicKey = publicKeys.get(id) ?? (await loadServiceAccount(ctx, service)).getPublicKey()
    publicKeys.set(id, publicKey)
    return publicKey
  }

  const push = async ({ publicKey, jwt }: AccountClaims) => {
    const answer = await connection().request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: answerTimeoutMs })
    const { error } = updateAnswerSchema.parse(answer.json())
    if (error) throw new Error(`the NATS server refused the claims of account ${publicKey}: ${error.description}`)
  }

  const close = async (service: ServiceUser) => {
    const account = await loadServiceAccount(ctx, service)
    await push({ publicKey: account.getPublicKey(), jwt: await closedAccountJwt(keys, account) })
    await deleteServiceAccount(ctx, service)
    publicKeys.delete(identityOf(service))
    ctx.log.info({ serviceId: service.serviceId }, 'the NATS account of an Audit Service was closed')
  }

  const closeOthers = async (services: readonly ServiceUser[]) => {
    const current = new Set(services.map(identityOf))
    for (const service of await listServiceAccounts(ctx)) {
      if (!current.has(identityOf(service))) await close(service)
    }
  }

  return {
    async pushAll(services) {
      for (const claims of await currentClaims(ctx, keys, services)) await push(claims)
      await closeOthers(services)
    },
    async open(service) {
      await push(await serviceClaims(ctx, keys, service))
    },
    async repair(services) {
      const answer = await connection().request('$SYS.REQ.CLAIMS.LIST', undefined, { timeout: answerTimeoutMs })
      const present = new Set(listAnswerSchema.parse(answer.json()).data ?? [])
      for (const service of services) {
        if (present.has(await publicKeyOf(service))) continue
        ctx.log.warn({ serviceId: service.serviceId }, 'the NATS servers do not know the account of an Audit Service')
        await push(await serviceClaims(ctx, keys, service))
      }
      await closeOthers(services)
    },
  }
}

const identityOf = ({ serviceId, userPublicKey }: ServiceUser) => `${serviceId} ${userPublicKey}`
