import { z } from 'zod'
import type { CapabilityName } from './app-registration.ts'

const roleNames = ['Viewer', 'Operator', 'Editor', 'Administrator'] as const
type RoleName = (typeof roleNames)[number]

/** Named sets of capabilities, from the fewest rights to all. */
export const roleCapabilities: Readonly<Record<RoleName, readonly CapabilityName[]>> = {
  Viewer: [],
  Operator: ['StartAuditsOrScans'],
  Editor: ['StartAuditsOrScans', 'EditInventory'],
  Administrator: ['Administrator'],
}

/** The role of a set of capabilities. Custom is a set that is of no role. */
export const roleSchema = z.enum([...roleNames, 'Custom']).meta({
  description:
    'A named set of capabilities. Viewer: none. Operator: StartAuditsOrScans. Editor: StartAuditsOrScans and EditInventory. Administrator: all. Custom: a set that is of no role',
  example: 'Editor',
})
export type Role = z.infer<typeof roleSchema>

/** Returns the role of a set of capabilities. Administrator implies all others. */
export function roleOf(capabilities: readonly CapabilityName[]): Role {
  if (capabilities.includes('Administrator')) return 'Administrator'
  const held = new Set(capabilities)
  const isRole = (name: RoleName) =>
    roleCapabilities[name].length === held.size && roleCapabilities[name].every((each) => held.has(each))
  return roleNames.find(isRole) ?? 'Custom'
}

type Rights = { role?: Role | undefined; capabilities?: readonly CapabilityName[] | undefined }

/** Returns the capabilities that an input gives, by either of its fields; undefined if it has neither. */
export const capabilitiesIn = ({ role, capabilities }: Rights): readonly CapabilityName[] | undefined =>
  capabilities ?? (role === undefined || role === 'Custom' ? undefined : roleCapabilities[role])

/** Checks that the role and the capabilities of an input agree. For `superRefine`. */
export function rolesAgree({ role, capabilities }: Rights, check: z.RefinementCtx): void {
  const fault = (message: string) => check.addIssue({ code: 'custom', path: ['role'], message })
  if (role === 'Custom' && capabilities === undefined) fault('needs capabilities')
  if (role !== undefined && capabilities !== undefined && roleOf(capabilities) !== role) {
    fault('is not the role of these capabilities; give one of the two')
  }
}
