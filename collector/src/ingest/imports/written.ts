import type { WrittenDevice } from '@rollcall/shared/api/import.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { type Observation, observationSchema, type SnapshotData } from '@rollcall/shared/inventory/observation.ts'

type Written = { source: 'Import' | 'Manual'; auditDate: string; device: WrittenDevice; data: SnapshotData }

/** Converts a device that a caller wrote into an observation. The device's fields are in the data as well. */
export function writtenObservation({ source, auditDate, device, data }: Written): Observation {
  const { name, type, dnsName, manufacturer, model, serialNumber, biosUuid, machineId } = device
  const { macAddresses, ipAddresses } = device
  const system = { manufacturer, model, serialNumber, uuid: biosUuid }
  const isSystem = Object.values(system).some((value) => value !== undefined)
  const [ipAddress, macAddress] = [ipAddresses[0], macAddresses[0]]
  const isNetwork = ipAddress !== undefined || macAddress !== undefined
  return observationSchema.parse({
    schemaVersion: 1,
    id: newId(),
    source,
    observedAt: auditDate,
    type,
    name,
    dnsName,
    identity: { biosUuid, machineId, manufacturer, serialNumber, macAddresses, ipAddresses, hostname: name },
    ...data,
    ...(isSystem || data.hardware
      ? { hardware: { ...data.hardware, system: { ...system, ...data.hardware?.system } } }
      : {}),
    ...(isNetwork || data.network ? { network: { ipAddress, macAddress, ...data.network } } : {}),
    depth: 'audit',
  })
}
