import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

type Clock = { now(): Date }

/** Who asks. `name` is what the change log shows. */
export type Actor = {
  kind: 'user' | 'app' | 'service' | 'agent' | 'system'
  id: string
  name: string
  capabilities: readonly CapabilityName[]
  /** Sites it is bound to; the first is its current one. */
  siteIds: readonly string[]
}

/** What the collector itself works with: wired once in main.ts, passed to every verb. */
export type SystemContext = {
  store: Store
  clock: Clock
  vault: Vault
  log: Logger
  /** Every call that a site's settings ask for goes through it. */
  outbound: Outbound
  /** Called after a commit that left something in the outbox, so that it is sent at once rather than at the next poll. */
  wakeOutbox(): void
}

/** A verb's context: the system, who asks, and the site it is about. */
export type Context = SystemContext & { actor: Actor; siteId: string }

/**
 * What a caller of a change may insist on (If-Match): given the resource as it would be shown now, it throws
 * `precondition_failed` unless it is the one the caller has seen. Verbs call it in the transaction of the change.
 */
export type Precondition = (current: object) => void

/** The current time as the store and the API write it. */
export const nowOf = (ctx: { clock: Clock }): string => ctx.clock.now().toISOString()
