import { expect, it } from 'vitest'
import type { CapabilityName } from './app-registration.ts'
import { capabilitiesIn, type Role, roleOf } from './role.ts'

it.each<[Role, CapabilityName[]]>([
  ['Viewer', []],
  ['Operator', ['StartAuditsOrScans']],
  ['Editor', ['EditInventory', 'StartAuditsOrScans']],
  ['Administrator', ['Administrator']],
  ['Administrator', ['Administrator', 'EditInventory']],
  ['Custom', ['EditInventory']],
])('the role is %s for the capabilities %j', (role, capabilities) => {
  expect(roleOf(capabilities)).toBe(role)
})

it('an input gives the capabilities of its role, its own, or none', () => {
  expect(capabilitiesIn({ role: 'Editor' })).toEqual(['StartAuditsOrScans', 'EditInventory'])
  expect(capabilitiesIn({ capabilities: ['EditInventory'] })).toEqual(['EditInventory'])
  expect(capabilitiesIn({})).toBe(undefined)
})
