import { isIP } from 'node:net'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { optionalProperty } from '../optional-property.ts'
import type { Computer } from './computer.ts'

type Evidence = NonNullable<ObservationInput['evidence']>[number]

/** As `observationSchema` takes them. */
const evidenceMax = 256

/**
 * Adds what the directory says of the computer that was found. What the host says of itself stays: an account is often
 * older than what runs there now. By its name it is one device at each of its addresses, and after its next lease.
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
    ...optionalProperty('dnsName', dnsName),
    identity: { ...identity, hostname: identity.hostname ?? computer.dnsName ?? computer.name },
    ...optionalProperty('hardware', os && { ...hardware, os }),
    evidence: [...evidenceOf(computer, os !== undefined), ...(observation.evidence ?? [])].slice(0, evidenceMax),
    probes: [...(observation.probes ?? []), { probe: 'active-directory', outcome: 'ok' }],
  }
}

/** Storage systems and printers join a domain too, and name what they run as it pleases them. */
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
 * Which of the computers whose names lead to an address is the one that answered there. Records in DNS outlive leases,
 * so a host that says another name is none of them, and among several only its name tells.
 */
export function computerAt(computers: readonly Computer[], observation: ObservationInput): Computer | undefined {
  const own = labelOf(observation.identity.hostname)
  if (own !== undefined) return computers.find(({ name, dnsName }) => own === labelOf(dnsName) || own === labelOf(name))
  return computers.length === 1 ? computers[0] : undefined
}

const labelOf = (name: string | undefined): string | undefined => name?.trim().toLowerCase().split('.')[0] || undefined
