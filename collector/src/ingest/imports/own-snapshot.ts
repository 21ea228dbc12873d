import type { Snapshot } from '@rollcall/shared/api/snapshot.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'

type Written = Omit<Snapshot, 'notRead'> & { notRead?: Snapshot['notRead'] | undefined }

/**
 * Converts a downloaded or offloaded snapshot. The identity of its device is read from its data. Without `notRead`, as of
 * an earlier release, an empty section was not read.
 */
export function observationOfSnapshot(
  { auditDate, data, notRead = ['software', 'customFields'] }: Written,
  { id }: { id: string },
): ObservationInput {
  const { hardware, software, network, customFields } = data
  const interfaces = (network.interfaces ?? []).filter((each) => each.virtual !== true)
  const addresses = interfaces.flatMap((each) => each.addresses.map(({ address }) => address))
  const present = (...values: (string | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))]
  const cleaned = <T extends object>(section: T): T | undefined =>
    Object.keys(section).length > 0 ? section : undefined
  return {
    schemaVersion: 1,
    id,
    source: 'Import',
    observedAt: auditDate,
    type: hardware.os === undefined ? 'unknown' : 'computer',
    name: network.hostname ?? '',
    identity: {
      biosUuid: hardware.system?.uuid,
      manufacturer: hardware.system?.manufacturer,
      serialNumber: hardware.system?.serialNumber,
      macAddresses: present(network.macAddress, ...interfaces.map(({ macAddress }) => macAddress)).slice(0, 4096),
      ipAddresses: present(network.ipAddress, ...addresses).slice(0, 4096),
      hostname: network.hostname,
      domain: network.domain,
    },
    hardware: cleaned(hardware),
    ...(software.length > 0 || !notRead.includes('software') ? { software } : {}),
    network: cleaned(network),
    ...(Object.keys(customFields).length > 0 || !notRead.includes('customFields') ? { customFields } : {}),
    depth: 'audit',
  }
}
