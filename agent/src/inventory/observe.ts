import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Host } from '../platform/host.ts'
import { evidenceOf } from './evidence.ts'
import { fill, mergeHardware } from './hardware/merge.ts'
import type { HardwarePart, SystemPart } from './hardware/part.ts'
import { identityOf } from './identify.ts'
import { interfacesMax } from './network/interfaces.ts'
import { mergeNetwork } from './network/merge.ts'
import { mergeSoftware } from './software/merge.ts'
import type { Package } from './software/part.ts'
import { collectAll } from './source.ts'
import { linuxSources, type SourceSet } from './sources.ts'

type ObserveOptions = {
  agentId?: string | undefined
  now: () => Date
  /** A new UUIDv7. */
  newId: () => string
  sources?: SourceSet
}

const packagesMax = 100_000
const truncatedMax = 64

/**
 * Looks at a machine from the inside. Lists come in a stable order: two looks at an unchanged machine differ in id,
 * time and free space only. A section that no source could read is absent; what failed is named in `probes`, and in
 * `truncated` where something is missing for it.
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
    // As the firmware words it, fillers and all: what is junk is decided where devices are matched.
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

/** A guest is a virtual machine even when it hosts guests of its own. */
function deviceTypeOf(hardware: HardwarePart | undefined, software: Package[] | undefined): DeviceType {
  if (hardware?.system?.virtualization !== undefined) return 'virtual-machine'
  // Proxmox VE calls its system Debian; this package is what makes it a hypervisor.
  return software?.some(({ name }) => name === 'pve-manager') ? 'hypervisor' : 'computer'
}
