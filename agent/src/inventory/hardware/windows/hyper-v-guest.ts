import type { HardwarePart } from '../../parts.ts'
import { registrySource } from '../../windows/registry-source.ts'

/** Reads the values that Hyper-V passes to a guest with its integration services. */
export const hyperVGuest = registrySource(
  'hyper-v-guest',
  ['system.virtualization', 'system.virtualizationHost'],
  (registry): HardwarePart => {
    const values = registry.values('HKLM\\SOFTWARE\\Microsoft\\Virtual Machine\\Guest\\Parameters')
    const virtualizationHost = values.text('PhysicalHostNameFullyQualified') ?? values.text('PhysicalHostName')
    return virtualizationHost === undefined ? {} : { system: { virtualization: 'microsoft', virtualizationHost } }
  },
)
