import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import type { Outbound } from '@rollcall/shared/node/outbound/outbound.ts'
import type { Logger } from 'pino'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'
import type { Metrics } from './metrics.ts'

type Clock = { now(): Date }

/** The caller. `name` is shown in the change log. */
export type Actor = {
  kind: 'user' | 'app' | 'service' | 'agent' | 'system'
  id: string
  name: string
  capabilities: readonly CapabilityName[]
  /** Sites that the caller is bound to; the first is the current one. */
  siteIds: readonly string[]
}

/** Id of the actor of kind `system` that is a command on the collector's machine. */
export const commandLineId = 'local'

/** Shared dependencies of the collector: created once in main.ts, passed to every operation. */
export type SystemContext = {
  store: Store
  clock: Clock
  vault: Vault
  log: Logger
  metrics: Metrics
  /** Outbound calls that a site's settings cause. */
  outbound: Outbound
  /** Called after a commit that added to the outbox, so that it is sent at once rather than at the next poll. */
  wakeOutbox(): void
}

/** Context of an operation: the system, the caller, and the site. */
export type Context = SystemContext & { actor: Actor; siteId: string }

/**
 * A condition of the caller for a change (If-Match). It gets the resource as it would be shown now, and throws
 * `precondition_failed` unless it is the version that the caller has seen. Operations call it in the transaction of the
 * change.
 */
export type Precondition = (current: object) => void

/** Returns the current time in the form of the store and the API. */
export const nowOf = (ctx: { clock: Clock }): string => ctx.clock.now().toISOString()
