import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { type HostFindings, macVendorOf, openTcpPorts } from '../probe-findings.ts'
import { type Claim, claimOf } from './claim.ts'
import { cluesOf } from './clues.ts'
import { claimsByIpp, claimsByMdns, claimsByPrints } from './from-device.ts'
import { claimsByNmap } from './from-nmap.ts'
import { claimsByPorts, claimsByVendor } from './from-ports.ts'
import { isSameManufacturer } from './manufacturer-names.ts'
import { rules } from './rules/all.ts'

/** Identification of a host from all sources. Type `unknown` if no source tells it. */
export type Identified = Omit<Claim, 'source' | 'type'> & { type: DeviceType; evidence: Evidence }

type Evidence = NonNullable<ObservationInput['evidence']>

/**
 * Adds the external view of a device to its own (`inside`, by SNMP or SSH). A known field stays. Of several claims the
 * most specific one comes first; a claim that names another manufacturer or another type than is already known is
 * ignored as a whole. Returns evidence for each added field.
 */
export function identifyHost(inside: Omit<Claim, 'source'>, findings: HostFindings): Identified {
  const evidence: Evidence = []
  const { type: knownType, ...known } = inside
  const found: Identified = { ...known, type: knownType ?? 'unknown', evidence }
  const prove = (field: string, value: string, source: string) => void evidence.push({ field, value, source })
  for (const claim of claimsOf(findings)) {
    const { source, type, manufacturer, model, serialNumber, os, firmwareVersion } = claim
    if (manufacturer && found.manufacturer && !isSameManufacturer(manufacturer, found.manufacturer)) continue
    if (os && inside.os === undefined && found.os && os.name.startsWith(`${found.os.name} `)) {
      // Windows of a certain version is a Windows Server.
      found.os = { ...os, ...found.os, name: os.name }
      refine(evidence, { field: 'os.name', value: os.name, source })
    }
    if (os && found.os === undefined) {
      found.os = os
      prove('os.name', os.name, source)
      if (os.version) prove('os.version', os.version, source)
      if (os.build) prove('os.build', os.build, source)
    }
    if (type && found.type !== 'unknown' && type !== found.type) continue
    if (type && found.type === 'unknown') {
      found.type = type
      prove('type', type, source)
    }
    for (const [field, value] of Object.entries({ manufacturer, model, serialNumber }) as [
      Plain,
      string | undefined,
    ][]) {
      if (value === undefined || found[field] !== undefined) continue
      found[field] = value
      prove(`system.${field}`, value, source)
    }
    if (firmwareVersion && found.firmwareVersion === undefined) {
      found.firmwareVersion = firmwareVersion
      prove('firmware.version', firmwareVersion, source)
    }
  }
  return found
}

/** Replaces the evidence of a field by that of a more exact value. */
function refine(evidence: Evidence, better: Evidence[number]): void {
  const at = evidence.findIndex(({ field }) => field === better.field)
  evidence.splice(at, 1, better)
}

type Plain = 'manufacturer' | 'model' | 'serialNumber'

/**
 * Returns the most reliable claims first: protocols made for the device, then its pages and greetings,
 * then SNMP objects of an unknown MIB, then guesses.
 */
function claimsOf(findings: HostFindings): Claim[] {
  const { prints = [], mdns, versions, ports, snmp } = findings
  const clues = cluesOf(prints)
  const byRules = rules.flatMap((rule) =>
    clues.flatMap((clue) => (clue.of === rule.of ? (claimOf(rule, clue) ?? []) : [])),
  )
  const openPorts = openTcpPorts(findings)
  return [
    ...claimsByIpp(prints),
    ...claimsByMdns(mdns),
    ...claimsByPrints(prints),
    ...byRules,
    ...(snmp?.observation?.recognized ?? []),
    ...claimsByPorts(openPorts),
    ...claimsByNmap({ versions, ports }),
    ...claimsByVendor(macVendorOf(findings), openPorts),
  ]
}
