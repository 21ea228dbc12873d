import type { CapabilityName } from './app-registration.ts'

const roleNames = ['Viewer', 'Operator', 'Editor', 'Administrator'] as const
type RoleName = (typeof roleNames)[number]

/** The roles of sets of capabilities. Custom is a set that is of no role. */
export const roles = [...roleNames, 'Custom'] as const
export type Role = (typeof roles)[number]

/** Named sets of capabilities, from the fewest rights to all. */
export const roleCapabilities: Readonly<Record<RoleName, readonly CapabilityName[]>> = {
  Viewer: [],
  Operator: ['StartAuditsOrScans'],
  Editor: ['StartAuditsOrScans', 'EditInventory'],
  Administrator: ['Administrator'],
}

/** Returns the role of a set of capabilities. Administrator implies all others. */
export function roleOf(capabilities: readonly CapabilityName[]): Role {
  if (capabilities.includes('Administrator')) return 'Administrator'
  const held = new Set(capabilities)
  const isRole = (name: RoleName) =>
    roleCapabilities[name].length === held.size && roleCapabilities[name].every((each) => held.has(each))
  return roleNames.find(isRole) ?? 'Custom'
}

export type Rights = { role?: Role | undefined; capabilities?: readonly CapabilityName[] | undefined }

/** Returns the capabilities that an input gives, by either of its fields; undefined if it has neither. */
export const capabilitiesIn = ({ role, capabilities }: Rights): readonly CapabilityName[] | undefined =>
  capabilities ?? (role === undefined || role === 'Custom' ? undefined : roleCapabilities[role])
