import { biosKey, hypervisorOf } from '../../hardware/windows/system.ts'
import type { HardwarePart } from '../../parts.ts'
import { registrySource } from '../../windows/registry-source.ts'

/** Reads the values that Hyper-V passes to a guest with its integration services. */
export const hyperVGuest = registrySource('hyper-v-guest', ['system.virtualizationHost'], (registry): HardwarePart => {
  // A guest that has moved to another hypervisor or to hardware still has the values.
  if (hypervisorOf(registry.values(biosKey)) !== 'microsoft') return {}
  const values = registry.values('HKLM\\SOFTWARE\\Microsoft\\Virtual Machine\\Guest\\Parameters')
  const virtualizationHost = values.text('PhysicalHostNameFullyQualified') ?? values.text('PhysicalHostName')
  return { system: { virtualizationHost } }
})
