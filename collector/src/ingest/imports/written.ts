import type { WrittenDevice } from '@rollcall/shared/api/import.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type Observation, observationSchema, type SnapshotData } from '@rollcall/shared/inventory/observation.ts'

type Written = { source: 'Import' | 'Manual'; auditDate: string; device: WrittenDevice; data: SnapshotData }

/**
 * Converts a device that a caller wrote into an observation. Its fields identify it, and are in the sections that the
 * caller wrote too. They are no section of their own: a list with serial numbers does not replace the hardware that an
 * audit has read.
 */
export function writtenObservation({ source, auditDate, device, data }: Written): Observation {
  const { name, type, dnsName, manufacturer, model, serialNumber, biosUuid, machineId } = device
  const { macAddresses, ipAddresses } = device
  const system = { manufacturer, model, serialNumber, uuid: biosUuid }
  const { hardware, network } = data
  return observationSchema.parse({
    schemaVersion: 1,
    id: newId(),
    source,
    observedAt: auditDate,
    type,
    name,
    dnsName,
    identity: { biosUuid, machineId, manufacturer, model, serialNumber, macAddresses, ipAddresses, hostname: name },
    ...data,
    ...(hardware && { hardware: { ...hardware, system: { ...system, ...hardware.system } } }),
    ...(network && { network: { ipAddress: ipAddresses[0], macAddress: macAddresses[0], ...network } }),
    depth: 'audit',
  })
}
