import { DomainError } from '@rollcall/shared/errors.ts'
import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type DeviceFields, describe } from '../reconciliation/device-fields.ts'
import { evidenceOf } from '../reconciliation/evidence.ts'
import { sightingKey } from '../reconciliation/sighting.ts'
import { type Section, type SectionName, sectionsOf, sizeOf } from '../snapshots/sections.ts'
import type { Delivery } from './delivery.ts'
import { plausible } from './plausible.ts'

/** A delivery with all that can be worked out of it alone, before its transaction. */
export type Prepared = {
  delivery: Delivery
  /**
   * When it was seen: never after now, so that a wrong clock cannot make a device's state last for years, but later than
   * the audit it was completed from.
   */
  observedAt: string
  evidence: readonly Evidence[]
  /** The same with what does not count on its site. */
  told: readonly Evidence[]
  /** What all observations have in common that show this evidence. */
  sightingKey: string
  fields: DeviceFields
  /** Empty for an answer to a ping: it only says that the device is there. */
  sections: Map<SectionName, Section>
  /** About what it takes in memory and in the transaction, in bytes. */
  size: number
}

export function prepare(told: Delivery, now: string): Prepared {
  const delivery = { ...told, observation: plausible(told.observation, now) }
  const { observation, raw, laidOver } = delivery
  const sections = isBare(observation) ? new Map<SectionName, Section>() : sectionsOf(observation)
  const evidence = evidenceOf(observation)
  if (evidence.length === 0 && observation.source === 'Import') throw notIdentifiable
  const seenAt = observation.observedAt
  return {
    delivery,
    observedAt: laidOver?.after !== undefined && seenAt <= laidOver.after ? justAfter(laidOver.after) : seenAt,
    evidence,
    told: evidence,
    sightingKey: sightingKey(observation.source, observation.depth, evidence),
    fields: describe(observation),
    sections,
    size: [...sections.values()].reduce((sum, section) => sum + sizeOf(section), raw?.length ?? 0) + overheadBytes,
  }
}

/** Each import of it would make one more device. What a person writes by hand, and what was reached, is another matter. */
const notIdentifiable = new DomainError(
  'not_identifiable',
  'Nothing in this tells which device it is of: no serial number with its maker, UUID, MAC address, address or name that is its own.',
)

const overheadBytes = 1024

const justAfter = (time: string): string => new Date(Date.parse(time) + 1).toISOString()

/** Seen from outside, with nothing but names and addresses. */
function isBare({ depth, hardware, software, network, customFields }: Observation): boolean {
  const hasHardware = Object.values(hardware ?? {}).some((part) => part !== undefined && !isEmpty(part))
  const hasNetwork = (network?.services.length ?? 0) > 0 || (network?.interfaces.length ?? 0) > 0
  return depth === 'discovery' && !hasHardware && !hasNetwork && software === undefined && customFields === undefined
}

const isEmpty = (part: object) => Object.values(part).every((value) => value === undefined)
