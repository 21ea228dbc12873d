import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { hardwareOf } from './glpi-hardware.ts'
import { networkOf } from './glpi-network.ts'
import type { GlpiDocument, GlpiItem } from './glpi-schema.ts'
import { timeOf } from './glpi-values.ts'
import { holdsValue } from './has-content.ts'

const itemTypes: Record<NonNullable<GlpiDocument['itemtype']>, DeviceType> = {
  Computer: 'computer',
  Phone: 'phone',
  NetworkEquipment: 'network-device',
  Printer: 'printer',
  Unmanaged: 'unknown',
}
/** Device types by the `type` that network discovery reports. */
const networkTypes: Record<string, DeviceType> = {
  COMPUTER: 'computer',
  NETWORKING: 'network-device',
  PRINTER: 'printer',
  STORAGE: 'storage',
  POWER: 'ups',
  PHONE: 'phone',
  VIDEO: 'camera',
}

/** Converts a GLPI document into an observation of origin Import, with the given id and time. */
export function observationOf(document: GlpiDocument, { id, now }: { id: string; now: string }): ObservationInput {
  const { content } = document
  const [hardware, network] = [hardwareOf(content), networkOf(content)]
  const logged = timeOf(content.accesslog?.logdate)
  return {
    schemaVersion: 1,
    id,
    source: 'Import',
    // A document's time has no zone. One that seems to be ahead of our clock was written just now.
    observedAt: logged !== undefined && logged < now ? logged : now,
    type: typeOf(document),
    name: content.hardware?.name ?? content.network_device?.name ?? '',
    identity: identityOf(document, network),
    ...((document.partial || holdsValue(hardware)) && { hardware }),
    ...(content.softwares && { software: content.softwares.flatMap(softwareOf) }),
    ...(network && { network }),
    depth: 'audit',
  }
}

function typeOf({ itemtype, content }: GlpiDocument): DeviceType {
  if (itemtype !== undefined) return itemTypes[itemtype]
  if (content.network_device === undefined) return 'computer'
  return networkTypes[content.network_device.type?.toUpperCase() ?? ''] ?? 'unknown'
}

function identityOf({ action, deviceid, content }: GlpiDocument, network: Network | undefined) {
  const { bios, hardware, network_device: device, network_components: components } = content
  const interfaces = (network?.interfaces ?? []).filter((each) => each.virtual !== true)
  const addresses = interfaces.flatMap((each) => each.addresses.map(({ address }) => address))
  const present = <T>(...values: (T | undefined)[]) => [...new Set(values.filter((value) => value !== undefined))]
  return {
    // The deviceid of an inventory is its agent's own. In a network inventory it is only a name.
    ...(action === 'inventory' && { agentId: `glpi ${deviceid}` }),
    biosUuid: hardware?.uuid,
    manufacturer: bios?.smanufacturer ?? device?.manufacturer,
    serialNumber: bios?.ssn ?? device?.serial,
    chassisSerials: present(
      ...(components ?? []).map(({ type, serial }) => (type === 'chassis' ? serial : undefined)),
    ).slice(0, 64),
    macAddresses: present(network?.macAddress, ...interfaces.map(({ macAddress }) => macAddress)).slice(0, 4096),
    ipAddresses: present(network?.ipAddress, ...(device?.ips ?? []), ...addresses).slice(0, 4096),
    hostname: hardware?.name ?? device?.name,
    domain: network?.domain,
  }
}

function softwareOf(item: GlpiItem<'softwares'>) {
  if (item.name === undefined) return []
  const { name, version = '', publisher, arch: architecture, from: source } = item
  const sizeBytes = item.filesize !== undefined && item.filesize >= 0 ? item.filesize : undefined
  return [{ name, version, publisher, architecture, source, installDate: timeOf(item.install_date), sizeBytes }]
}
