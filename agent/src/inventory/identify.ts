import type { Identity } from '@rollcall/shared/inventory/identity.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import { fill } from './hardware/merge.ts'
import { isGlobal } from './network/addresses.ts'
import type { IdentityPart, SystemPart } from './parts.ts'
import { byText } from './text.ts'

const addressesMax = 4096
const sshHostKeysMax = 16

/** Bridges and host ends of container and VM networks. Their addresses repeat on every host of the same kind. */
const guestNetwork =
  /^(docker|br-[0-9a-f]{12}$|veth|virbr|vnet|vmnet|vboxnet|lxcbr|lxdbr|cni|flannel|cali|cilium|podman|tap)/

/** Returns all identifiers that the machine reports. They are not judged here. */
export function identityOf(reported: {
  agentId: string | undefined
  parts: readonly IdentityPart[]
  system: SystemPart
  network: Network | undefined
}): Identity {
  const { agentId, parts, system, network } = reported
  const interfaces = network?.interfaces ?? []
  const physical = interfaces.filter(({ virtual, macAddress }) => virtual === false && macAddress !== undefined)
  // A container has no hardware; only the MAC address of its main interface identifies it.
  const withMac =
    physical.length > 0 ? physical : interfaces.filter((found) => found.macAddress === network?.macAddress)
  const addresses = interfaces
    .filter(({ name, operStatus }) => operStatus !== 'down' && !guestNetwork.test(name))
    .flatMap((found) => found.addresses.map(({ address }) => address))
    .filter(isGlobal)
  const own = fill(parts)
  return {
    agentId,
    biosUuid: system.uuid?.toLowerCase(),
    machineId: own.machineId,
    manufacturer: system.manufacturer,
    serialNumber: system.serialNumber,
    chassisSerials: [],
    sshHostKeys: (own.sshHostKeys ?? []).slice(0, sshHostKeysMax),
    cloudInstanceId: own.cloudInstanceId,
    macAddresses: distinct(withMac.flatMap(({ macAddress }) => macAddress ?? [])),
    ipAddresses: distinct(addresses),
    hostname: network?.hostname,
    domain: network?.domain,
  }
}

const distinct = (values: string[]): string[] => [...new Set(values)].sort(byText).slice(0, addressesMax)
