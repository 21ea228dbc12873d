import { z } from 'zod'
import { type Rights, roleOf, roles } from './role.ts'

export const roleSchema = z.enum(roles).meta({
  description:
    'A named set of capabilities. Viewer: none. Operator: StartAuditsOrScans. Editor: StartAuditsOrScans and EditInventory. Administrator: all. Custom: a set that is of no role',
  example: 'Editor',
})

/** Checks that the role and the capabilities of an input agree. For `superRefine`. */
export function rolesAgree({ role, capabilities }: Rights, check: z.RefinementCtx): void {
  const fault = (message: string) => check.addIssue({ code: 'custom', path: ['role'], message })
  if (role === 'Custom' && capabilities === undefined) fault('needs capabilities')
  if (role !== undefined && capabilities !== undefined && roleOf(capabilities) !== role) {
    fault('is not the role of these capabilities; give one of the two')
  }
}
