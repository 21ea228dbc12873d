import type { Identity } from '@rollcall/shared/inventory/identity.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import { fill } from './hardware/merge.ts'
import { isGlobal } from './network/addresses.ts'
import { isGuestInterface } from './network/container-and-vm-networks.ts'
import type { IdentityPart, SystemPart } from './parts.ts'
import type { OnCut } from './source.ts'
import { byText } from './text.ts'
import { upTo } from './up-to.ts'

const addressesMax = 4096
const sshHostKeysMax = 16

/** Returns all identifiers that the machine reports. They are not judged here. */
export function identityOf(reported: {
  agentId: string | undefined
  parts: readonly IdentityPart[]
  system: SystemPart
  network: Network | undefined
  onCut?: OnCut | undefined
}): Identity {
  const { agentId, parts, system, network, onCut } = reported
  const interfaces = network?.interfaces ?? []
  const physical = interfaces.filter(({ virtual, macAddress }) => virtual === false && macAddress !== undefined)
  // A container has no hardware; only the MAC address of its main interface identifies it.
  const withMac =
    physical.length > 0 ? physical : interfaces.filter((found) => found.macAddress === network?.macAddress)
  const addresses = interfaces
    .filter(({ name, operStatus }) => operStatus !== 'down' && !isGuestInterface(name))
    .flatMap((found) => found.addresses.map(({ address }) => address))
    .filter(isGlobal)
  const own = fill(parts)
  const distinct = (values: string[], what: string) =>
    upTo([...new Set(values)].sort(byText), addressesMax, what, onCut)
  return {
    agentId,
    biosUuid: system.uuid?.toLowerCase(),
    machineId: own.machineId,
    manufacturer: system.manufacturer,
    serialNumber: system.serialNumber,
    chassisSerials: [],
    sshHostKeys: upTo(own.sshHostKeys ?? [], sshHostKeysMax, 'SSH host keys', onCut),
    cloudInstanceId: own.cloudInstanceId,
    macAddresses: distinct(
      withMac.flatMap(({ macAddress }) => macAddress ?? []),
      'MAC addresses',
    ),
    ipAddresses: distinct(addresses, 'addresses'),
    hostname: network?.hostname,
    domain: network?.domain,
  }
}
