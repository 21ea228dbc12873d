import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { isCutName } from '../probes/netbios/cut-name.ts'
import { type Identified, identifyHost } from './identification/identify-host.ts'
import { namesByPrints } from './identification/names-by-prints.ts'
import { areOtherMachines, joinViews } from './joined-view.ts'
import { type HostFindings, macVendorOf } from './probe-findings.ts'
import { servicesOf } from './services.ts'

/** Data that the device reports about itself. */
type Device = Pick<ObservationInput, 'type' | 'hardware' | 'network'>

const truncatedMax = 64

/**
 * Merges the findings of all probes into one observation. The device's own data (by SSH, then by SNMP) has priority
 * over the external view; unknown values stay absent. A serial number shown by a port is reported but is no identity: a
 * forwarded port shows that of another device, and a service processor that of the server around it.
 */
export function mergeObservation(findings: HostFindings, made: { id: string; observedAt: string }): ObservationInput {
  const { live, ports, snmp, ssh, mdns, netbios } = findings
  const [inside, bySnmp] = [ssh?.observation, snmp?.observation]
  const isForwarded = inside !== undefined && bySnmp !== undefined && areOtherMachines(inside, bySnmp)
  const device = joinViews(inside, isForwarded ? undefined : bySnmp)
  const { evidence: nameEvidence, ...printed } = namesByPrints(findings.prints ?? [])
  const dnsName = findings.dnsName ?? device?.dnsName ?? printed.dnsName
  const identified = identifyHost(reportedFacts(device), findings)
  const macAddress =
    live?.macAddress ??
    ports?.macAddress ??
    macOfAddress(device, live?.address) ??
    netbios?.macAddress ??
    printed.macAddress
  const isCut = isCutName(netbios?.computer ?? '', printed.hostname ?? '')
  const external = isCut ? printed.hostname : netbios?.computer
  const hostname = device?.identity.hostname ?? external ?? printed.hostname ?? mdns?.hostname
  return {
    schemaVersion: 1,
    ...made,
    source: 'Service',
    type: identified.type,
    name: device?.name || dnsName || hostname || printed.label || live?.address || '',
    ...optional({ dnsName }),
    depth: device ? 'audit' : 'discovery',
    identity: {
      ...optional({ hostname }),
      ...device?.identity,
      ipAddresses: unique([...(live ? [live.address] : []), ...(device?.identity?.ipAddresses ?? [])]),
      macAddresses: unique([
        ...(macAddress === undefined ? [] : [macAddress]),
        ...(device?.identity?.macAddresses ?? []),
      ]),
    },
    ...hardwareOf(device, identified),
    ...(device?.software === undefined ? {} : { software: device.software }),
    network: {
      ...optional({ hostname, domain: printed.domain ?? netbios?.workgroup }),
      ...device?.network,
      ...(live ? { ipAddress: live.address } : {}),
      ...optional({ macAddress }),
      services: servicesOf(findings),
    },
    evidence: [
      ...(device?.evidence ?? []),
      ...identified.evidence,
      ...nameEvidence,
      ...macVendorEvidence(findings, macAddress),
    ],
    truncated: [
      ...(isForwarded ? [forwarded(inside.identity.hostname, bySnmp.identity.hostname)] : []),
      ...(device?.truncated ?? []),
      ...findings.truncated,
    ].slice(0, truncatedMax),
    ...(device?.incomplete?.length ? { incomplete: device.incomplete } : {}),
    probes: findings.probes,
  }
}

const forwarded = (inside: string | undefined, bySnmp: string | undefined) =>
  `SNMP: ${bySnmp} is another machine than ${inside}, which SSH reaches at this address. Only SSH counts.`

function reportedFacts(device: Device | undefined) {
  const { system, os, firmware } = device?.hardware ?? {}
  const { manufacturer, model, serialNumber } = system ?? {}
  const type = device?.type === 'unknown' ? undefined : device?.type
  const named = os?.name === undefined ? undefined : { name: os.name, ...optional({ version: os.version }) }
  return optional({ type, manufacturer, model, serialNumber, os: named, firmwareVersion: firmware?.version })
}

/** Keeps the device's own hardware and adds the identification. */
function hardwareOf(device: Device | undefined, identified: Identified): Pick<ObservationInput, 'hardware'> {
  const { manufacturer, model, serialNumber, os, firmwareVersion } = identified
  const { hardware } = device ?? {}
  const system = optional({ manufacturer, model, serialNumber })
  const nothing = Object.keys(system).length === 0 && os === undefined && firmwareVersion === undefined
  if (hardware === undefined && nothing) return {}
  return {
    hardware: {
      ...(os && { os }),
      ...(firmwareVersion !== undefined && { firmware: { version: firmwareVersion } }),
      ...hardware,
      system: { ...system, ...hardware?.system },
    },
  }
}

/**
 * Returns the MAC address of the reached interface from the device's own data: behind a router no MAC address is
 * visible.
 */
function macOfAddress(device: Device | undefined, reached: string | undefined): string | undefined {
  const interfaces = device?.network?.interfaces ?? []
  return interfaces.find(({ addresses }) => addresses?.some(({ address }) => address === reached))?.macAddress
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Returns the vendor of the network interface as evidence. It is not the manufacturer of the device. */
function macVendorEvidence(findings: HostFindings, macAddress: string | undefined) {
  const vendor = macVendorOf(findings)
  if (vendor === undefined || macAddress === undefined) return []
  return [{ field: 'network.macVendor', value: vendor, source: `IEEE OUI of ${macAddress}` }]
}
