import type { IdentityPart } from '../parts.ts'
import { registrySource } from '../windows/registry-source.ts'

/** Reads the id that Windows makes up when it is installed. */
export const machineGuid = registrySource('machine-guid', [], (registry): IdentityPart => {
  const id = registry.values('HKLM\\SOFTWARE\\Microsoft\\Cryptography').text('MachineGuid')?.toLowerCase()
  return { machineId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '') ? id : undefined }
})
