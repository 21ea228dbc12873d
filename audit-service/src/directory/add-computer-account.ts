import { isIP } from 'node:net'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { Computer } from './computer.ts'

type Evidence = NonNullable<ObservationInput['evidence']>[number]

/** Limit of `observationSchema`. */
const evidenceMax = 256

/**
 * Adds the directory's data of the matching computer. The host's own data has priority, because an account can be
 * outdated. The account's name makes the host one device at all of its addresses and after a new lease.
 */
export function enrich(observation: ObservationInput, computer: Computer): ObservationInput {
  const { hardware, identity, name } = observation
  const os = hardware?.os === undefined ? computer.os : undefined
  const type = observation.type === 'unknown' && isComputerSystem(computer.os?.name) ? 'computer' : observation.type
  const isNameless = isIP(name) > 0 || name === observation.dnsName
  const dnsName = computer.dnsName ?? observation.dnsName
  return {
    ...observation,
    type,
    name: isNameless ? (dnsName ?? name) : name,
    ...optional({ dnsName }),
    identity: { ...identity, hostname: identity.hostname ?? computer.dnsName ?? computer.name },
    ...optional({ hardware: os && { ...hardware, os } }),
    evidence: [...evidenceOf(computer, os !== undefined), ...(observation.evidence ?? [])].slice(0, evidenceMax),
    probes: [...(observation.probes ?? []), { probe: 'active-directory', outcome: 'ok' }],
  }
}

/**
 * Returns false for storage systems and printers that joined the domain; their operatingSystem attribute is arbitrary.
 */
const isComputerSystem = (os: string | undefined): boolean =>
  /windows|linux|mac ?os|ubuntu|debian|red ?hat/i.test(os ?? '')

function evidenceOf({ name, dnsName, os, id, createdAt, lastLogonAt }: Computer, isOsTaken: boolean): Evidence[] {
  const rows: [field: string, value: string | undefined, attribute: string][] = [
    ['directory.objectGuid', id, 'objectGUID'],
    ['directory.createdAt', createdAt, 'whenCreated'],
    ['directory.lastLogonAt', lastLogonAt, 'lastLogonTimestamp'],
    ['dnsName', dnsName, 'dNSHostName'],
    [isOsTaken ? 'os.name' : 'directory.os.name', os?.name, 'operatingSystem'],
    [isOsTaken ? 'os.version' : 'directory.os.version', os?.version, 'operatingSystemVersion'],
  ]
  return rows.flatMap(([field, value, attribute]) =>
    value === undefined ? [] : [{ field, value, source: `Active Directory ${attribute} of ${name}` }],
  )
}

/**
 * Returns the computer account of an observed host, from those whose names resolve to its address. DNS records outlive
 * leases, so a host with another name matches none of them, and several accounts need a matching name.
 */
export function computerAt(computers: readonly Computer[], observation: ObservationInput): Computer | undefined {
  const own = labelOf(observation.identity.hostname)
  if (own !== undefined) return computers.find(({ name, dnsName }) => own === labelOf(dnsName) || own === labelOf(name))
  return computers.length === 1 ? computers[0] : undefined
}

const labelOf = (name: string | undefined): string | undefined => name?.trim().toLowerCase().split('.')[0] || undefined
