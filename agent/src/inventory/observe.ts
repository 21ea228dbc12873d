import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Host } from '../platform/host.ts'
import { evidenceOf } from './evidence.ts'
import { fill, mergeHardware } from './hardware/merge.ts'
import { identityOf } from './identify.ts'
import { interfacesMax } from './network/interfaces.ts'
import { mergeNetwork } from './network/merge.ts'
import type { HardwarePart, Package, SystemPart } from './parts.ts'
import { mergeSoftware } from './software/merge.ts'
import { collectAll } from './source.ts'
import { linuxSources, type SourceSet } from './sources.ts'

type ObserveOptions = {
  agentId?: string | undefined
  now: () => Date
  /** Creates a UUIDv7. */
  newId: () => string
  sources?: SourceSet
}

const packagesMax = 100_000
const truncatedMax = 64

/**
 * Reads an inventory from inside a machine. Lists have a stable order: two observations of an unchanged machine differ
 * only in id, time and free space. A section that no source could read is absent; `probes` names failed sources, and
 * `truncated` the data missing because of them.
 */
export async function observe(host: Host, options: ObserveOptions): Promise<ObservationInput> {
  const { agentId, now, newId, sources = linuxSources } = options
  const observedAt = now().toISOString()
  const [hardwareFound, softwareFound, networkFound, identityFound] = await Promise.all([
    collectAll(host, 'hardware', sources.hardware),
    collectAll(host, 'software', sources.software),
    collectAll(host, 'network', sources.network),
    collectAll(host, 'identity', sources.identity),
  ])
  const all = [hardwareFound, softwareFound, networkFound, identityFound]
  const truncated = all.flatMap((section) => section.truncated)

  const hardware =
    hardwareFound.parts.length > 0 ? mergeHardware(hardwareFound.parts.map(({ part }) => part)) : undefined
  const network = networkFound.parts.length > 0 ? mergeNetwork(networkFound.parts.map(({ part }) => part)) : undefined
  const software =
    softwareFound.parts.length > 0 ? mergeSoftware(softwareFound.parts.map(({ part }) => part)) : undefined
  if (software && software.length > packagesMax) truncated.push(`software: stopped after ${packagesMax} packages`)
  if (network && network.interfaces.length >= interfacesMax) {
    truncated.push(`network: stopped after ${interfacesMax} interfaces`)
  }

  const identity = identityOf({
    agentId,
    parts: identityFound.parts.map(({ part }) => part),
    // In the firmware's wording, placeholders included: the match decides which values are junk.
    system: fill<SystemPart>(hardwareFound.parts.map(({ part }) => part.system)),
    network,
  })
  const hostname = network?.hostname
  return {
    schemaVersion: 1,
    id: newId(),
    source: 'Agent',
    observedAt,
    type: deviceTypeOf(hardware, software),
    name: hostname || identity.serialNumber || identity.machineId || 'unknown',
    dnsName: fullName(network),
    identity,
    hardware,
    software: software?.slice(0, packagesMax),
    network,
    depth: 'audit',
    evidence: evidenceOf(hardwareFound.parts, networkFound.parts),
    truncated: truncated.slice(0, truncatedMax),
    probes: all.flatMap((section) => section.probes),
  }
}

const fullName = (network: Network | undefined): string | undefined =>
  network?.hostname && network.domain ? `${network.hostname}.${network.domain}` : undefined

/** Returns the type of the device. A guest is a virtual machine even if it hosts guests of its own. */
function deviceTypeOf(hardware: HardwarePart | undefined, software: Package[] | undefined): DeviceType {
  if (hardware?.system?.virtualization !== undefined) return 'virtual-machine'
  // Proxmox VE reports Debian as its system; this package makes it a hypervisor.
  return software?.some(({ name }) => name === 'pve-manager') ? 'hypervisor' : 'computer'
}
