import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { Host } from '../platform/host.ts'
import { boundText } from './bound-texts.ts'
import { evidenceOf } from './evidence.ts'
import { fill, mergeHardware } from './hardware/merge.ts'
import { identityOf } from './identify.ts'
import { mergeNetwork } from './network/merge.ts'
import type { HardwarePart, Package, SystemPart } from './parts.ts'
import { boundPackages } from './software/bound-packages.ts'
import { mergeSoftware } from './software/merge.ts'
import { type CollectOptions, collectAll, type OnCut } from './source.ts'
import { linuxSources, type SourceSet } from './sources.ts'

type ObserveOptions = CollectOptions & {
  agentId?: string | undefined
  now: () => Date
  /** Creates a UUIDv7. */
  newId: () => string
  sources?: SourceSet
}

const truncatedMax = 64
const lineCharsMax = 256
const incompleteMax = 256

/**
 * Reads an inventory from inside a machine. Lists have a stable order: two observations of an unchanged machine differ
 * only in id, time and free space. A section that no source could read is absent; `probes` names failed sources,
 * `truncated` the data missing because of them, and `incomplete` the paths of that data.
 */
export async function observe(host: Host, options: ObserveOptions): Promise<ObservationInput> {
  const { agentId, now, newId, sources = linuxSources, ...collecting } = options
  const observedAt = now().toISOString()
  const [hardwareFound, softwareFound, networkFound, identityFound] = await Promise.all([
    collectAll(host, 'hardware', sources.hardware, collecting),
    collectAll(host, 'software', sources.software, collecting),
    collectAll(host, 'network', sources.network, collecting),
    collectAll(host, 'identity', sources.identity, collecting),
  ])
  const all = [hardwareFound, softwareFound, networkFound, identityFound]
  const truncated = all.flatMap((section) => section.truncated)
  const incomplete = all.flatMap((section) => section.incomplete)
  const onCutIn =
    (section: string): OnCut =>
    (what, reads = []) => {
      truncated.push(`${section}: ${what}`)
      incomplete.push(...reads.map((path) => `${section}.${path}`))
    }

  const hardware =
    hardwareFound.parts.length > 0 ? mergeHardware(hardwareFound.parts.map(({ part }) => part)) : undefined
  const network =
    networkFound.parts.length > 0
      ? mergeNetwork(
          networkFound.parts.map(({ part }) => part),
          onCutIn('network'),
        )
      : undefined
  const packages = boundPackages(softwareFound.parts, (source, what) => {
    truncated.push(`software: ${source} ${what}`)
    incomplete.push(
      ...(sources.software.find(({ name }) => name === source)?.reads ?? []).map((path) => `software${path}`),
    )
  })
  const software = softwareFound.parts.length > 0 ? mergeSoftware(packages) : undefined

  const identity = identityOf({
    agentId,
    parts: identityFound.parts.map(({ part }) => part),
    // In the firmware's wording, placeholders included: the match decides which values are junk.
    system: fill<SystemPart>(hardwareFound.parts.map(({ part }) => part.system)),
    network,
    onCut: onCutIn('identity'),
  })
  const hostname = network?.hostname
  return {
    schemaVersion: 1,
    id: newId(),
    source: 'Agent',
    observedAt,
    type: deviceTypeOf(hardware, software, incomplete),
    name: hostname || identity.serialNumber || identity.machineId || 'unknown',
    dnsName: fullName(network),
    identity,
    hardware,
    software,
    network,
    depth: 'audit',
    evidence: evidenceOf(hardwareFound.parts, networkFound.parts),
    truncated: boundedLines(truncated),
    ...(incomplete.length > 0 && { incomplete: boundedPaths(incomplete) }),
    probes: all.flatMap((section) => section.probes),
  }
}

/** Returns the lines, and how many more there are if they are too many. */
function boundedLines(all: readonly string[]): string[] {
  const lines = all.map((line) => boundText(line, lineCharsMax))
  return lines.length <= truncatedMax
    ? lines
    : [...lines.slice(0, truncatedMax - 1), `${lines.length - truncatedMax + 1} more`]
}

/** Returns the paths; those of their whole sections if they are too many. */
function boundedPaths(all: readonly string[]): string[] {
  const paths = [...new Set(all)]
  return paths.length <= incompleteMax ? paths : [...new Set(paths.map((path) => path.split(/[.[]/, 1)[0] ?? path))]
}

const fullName = (network: Network | undefined): string | undefined =>
  network?.hostname && network.domain ? `${network.hostname}.${network.domain}` : undefined

/** Paths of the data that shows that a computer is a virtual machine or a hypervisor. */
const typePaths = ['hardware.system', 'hardware.system.virtualization', 'software[dpkg]']

/**
 * Returns the type of the device; `unknown` if the data that decides was not read, so that the device keeps its type. A
 * guest is a virtual machine even if it hosts guests of its own.
 */
function deviceTypeOf(
  hardware: HardwarePart | undefined,
  software: Package[] | undefined,
  incomplete: readonly string[],
): DeviceType {
  if (hardware?.system?.virtualization !== undefined) return 'virtual-machine'
  // Proxmox VE reports Debian as its system; this package makes it a hypervisor.
  if (software?.some(({ name }) => name === 'pve-manager')) return 'hypervisor'
  return typePaths.some((path) => incomplete.includes(path)) ? 'unknown' : 'computer'
}
