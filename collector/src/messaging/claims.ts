import type { NatsConnection, RequestManyOptions } from '@nats-io/transport-node'
import { z } from 'zod'
import type { SystemContext } from '../lib/context.ts'
import type { ServiceUser } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'
import {
  type AccountClaims,
  closedClaims,
  collectorClaims,
  listServiceAccounts,
  serviceClaims,
} from './service-accounts.ts'

type ClaimsContext = Pick<SystemContext, 'store' | 'vault' | 'clock' | 'log'>

type ClaimsOptions = {
  /** Returns the current connection of the system account; throws if there is none. */
  connection(): NatsConnection
  /** Lists every Audit Service of the inventory. */
  listServices(): Promise<ServiceUser[]>
}

const answerMsMax = 5_000
const muteMs = 60_000
const serverSchema = z.object({ id: z.string() })
const updateAnswerSchema = z.object({
  server: serverSchema,
  error: z.object({ description: z.string().optional() }).optional(),
})
const listAnswerSchema = z.object({ server: serverSchema, data: z.array(z.string()).nullish() })

export type Claims = {
  /** Opens the account of an Audit Service. */
  open(service: ServiceUser): Promise<void>
  /** Blocks live messages of a service for a minute. */
  mute(serviceId: string): Promise<void>
  /** Gives each server its missing accounts of the inventory, and closes those of deleted services. */
  repair(): Promise<void>
}

/**
 * Changes account claims over a connection of the system account. The servers store them (full resolver). A new server,
 * or one after a restart, gets all of them again, since it may have missed a deletion.
 */
export function createClaims(
  ctx: ClaimsContext,
  keys: MessagingKeys,
  { connection, listServices }: ClaimsOptions,
): Claims {
  /** Claims by identity: their text is the same each time, and signing takes milliseconds. */
  const opened = new Map<string, Promise<AccountClaims>>()
  const closed = new Set<string>()
  /** End of each block, by the monotonic clock. */
  const muted = new Map<string, number>()
  /** Servers with all claims. A server has another id after a restart. */
  const complete = new Set<string>()

  const openClaims = (service: ServiceUser): Promise<AccountClaims> => {
    const id = identityOf(service)
    if (muted.has(id)) return serviceClaims(ctx, keys, service, { isMuted: true })
    const claims = opened.get(id) ?? serviceClaims(ctx, keys, service)
    opened.set(id, claims)
    claims.catch(() => opened.delete(id))
    return claims
  }

  const request = async <T>(
    subject: string,
    payload: string,
    schema: z.ZodType<T>,
    until: Partial<RequestManyOptions>,
  ) => {
    const options = { ...until, maxWait: answerMsMax }
    const answers: T[] = []
    for await (const answer of await connection().requestMany(subject, payload, options)) {
      answers.push(schema.parse(answer.json()))
    }
    if (answers.length === 0) throw new Error('no NATS server answered')
    return answers
  }

  const push = async ({ publicKey, jwt }: AccountClaims) => {
    const maxMessages = Math.max(1, complete.size)
    const until = { strategy: 'count' as const, maxMessages }
    const answers = await request('$SYS.REQ.CLAIMS.UPDATE', jwt, updateAnswerSchema, until)
    const refusal = answers.find(({ error }) => error)?.error
    if (refusal) throw new Error(`the NATS server refused the claims of account ${publicKey}: ${refusal.description}`)
    const reached = new Set(answers.map(({ server }) => server.id))
    for (const id of complete) if (!reached.has(id)) complete.delete(id)
  }

  /** Sends the claims of a service's account, unless it was closed meanwhile: a server uses what it receives last. */
  const pushOpen = async (service: ServiceUser) => {
    const claims = await openClaims(service)
    if (!closed.has(identityOf(service))) await push(claims)
  }

  const close = async (service: ServiceUser) => {
    const id = identityOf(service)
    const claims = await closedClaims(ctx, keys, service)
    closed.add(id)
    opened.delete(id)
    muted.delete(id)
    try {
      await push(claims)
    } catch (error) {
      closed.delete(id)
      throw error
    }
    ctx.log.info({ serviceId: service.serviceId }, 'the NATS account of a removed Audit Service is closed')
  }

  /** Closes the accounts of deleted services. Returns these, and the services of the inventory. */
  const closeRemoved = async () => {
    // Read before the inventory: an account is created only for a service already in the inventory.
    const accounts = await listServiceAccounts(ctx)
    const services = await listServices()
    const current = new Set(services.map(identityOf))
    const removed = accounts.filter((service) => !current.has(identityOf(service)))
    for (const service of removed) if (!closed.has(identityOf(service))) await close(service)
    return { services, removed }
  }

  return {
    async open(service) {
      closed.delete(identityOf(service))
      await pushOpen(service)
    },
    async mute(serviceId) {
      const service = (await listServices()).find((each) => each.serviceId === serviceId)
      if (!service) return
      const id = identityOf(service)
      if (!muted.has(id)) {
        ctx.log.error(
          { serviceId },
          'an Audit Service floods the collector; its heartbeats and progress are blocked for a minute',
        )
      }
      muted.set(id, performance.now() + muteMs)
      await pushOpen(service)
    },
    async repair() {
      const { services, removed } = await closeRemoved()
      const servers = await request('$SYS.REQ.CLAIMS.LIST', '', listAnswerSchema, { strategy: 'stall' })
      const holders = servers.map(({ data }) => new Set(data ?? []))
      const arrived = servers.map(({ server }) => server.id).filter((id) => !complete.has(id))
      for (const id of arrived) complete.add(id)
      let hasOpened = false
      try {
        if (arrived.length > 0) {
          await push(await collectorClaims(ctx, keys))
          for (const service of removed) await close(service)
        }
        for (const service of services) {
          const endsMuted = (muted.get(identityOf(service)) ?? Number.POSITIVE_INFINITY) < performance.now()
          if (endsMuted) muted.delete(identityOf(service))
          const { publicKey } = await openClaims(service)
          const isMissing = holders.some((accounts) => !accounts.has(publicKey))
          if (!isMissing && !endsMuted && arrived.length === 0) continue
          hasOpened = true
          await pushOpen(service)
        }
      } catch (error) {
        for (const id of arrived) complete.delete(id)
        throw error
      }
      // Another collector may have closed one of them since the inventory was read.
      if (hasOpened) await closeRemoved()
    },
  }
}

const identityOf = ({ serviceId, userPublicKey }: ServiceUser) => `${serviceId} ${userPublicKey}`
