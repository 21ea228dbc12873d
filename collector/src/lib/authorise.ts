import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import type { Actor } from './context.ts'

const inWords: Record<CapabilityName, string> = {
  Administrator: 'the Administrator capability',
  StartAuditsOrScans: 'the Start audits or scans capability',
  EditInventory: 'the Edit inventory capability',
}

export const capabilityInWords = (capability: CapabilityName): string => inWords[capability]

export function hasCapability(actor: Pick<Actor, 'capabilities'>, capability: CapabilityName): boolean {
  return actor.capabilities.includes('Administrator') || actor.capabilities.includes(capability)
}

/** Throws `insufficient_privilege` unless the caller has the capability. */
export function requireCapability(ctx: { actor: Actor }, capability: CapabilityName): void {
  if (hasCapability(ctx.actor, capability)) return
  throw new DomainError('insufficient_privilege', `This needs ${inWords[capability]}; add it to the App registration.`)
}

/**
 * Chooses the site that a call acts on: the requested one if the caller is bound to it, otherwise the caller's current
 * one.
 */
export function chooseSite(actor: Actor, requested: string | undefined): string {
  const current = actor.siteIds[0]
  if (current === undefined) throw new DomainError('insufficient_privilege', 'This caller has access to no site.')
  if (requested === undefined) return current
  const site = actor.siteIds.find((id) => id === requested.toLowerCase())
  if (site === undefined) throw new DomainError('insufficient_privilege', 'This caller has no access to that site.')
  return site
}
