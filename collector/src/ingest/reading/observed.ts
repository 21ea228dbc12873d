import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type DeviceFields, describe } from '../../matching/device-fields.ts'
import { evidenceOf } from '../../matching/evidence.ts'
import { sightingKey } from '../../matching/sighting.ts'
import { type Section, type SectionName, type SectionReference, sectionsOf } from '../../snapshots/sections/sections.ts'
import type { EarlierPart } from '../../snapshots/write/facts.ts'

/** An observation without its sections. */
type Head = Omit<Observation, SectionName>

/** Everything that can be worked out from an observation alone. Plain data, so that any thread can compute it. */
export type PreparedObservation = {
  head: Head
  /** Parts that were not read and have values from before; absent if the observation was not completed. */
  earlier?: readonly EarlierPart[]
  /** Reported evidence, before junk of its site is removed. */
  reported: readonly Evidence[]
  /** Key shared by all observations with this evidence. */
  sightingKey: string
  fields: DeviceFields
  /** Name of the operating system; null if it was not read. */
  osName: string | null
  /** Empty for an answer to a ping, which only shows that the device is there. */
  sections: ReadonlyMap<SectionName, Section | SectionReference>
}

export function prepareObservation(
  observation: Observation,
): PreparedObservation & { sections: ReadonlyMap<SectionName, Section> } {
  const { hardware: _, software: __, network: ___, customFields: ____, ...head } = observation
  const reported = evidenceOf(observation)
  return {
    head,
    reported,
    sightingKey: sightingKey(observation.source, observation.depth, reported),
    fields: describe(observation),
    osName: observation.hardware?.os?.name ?? null,
    sections: isBare(observation) ? new Map() : sectionsOf(observation),
  }
}

/** Detects an observation from outside with nothing but names and addresses. It leaves no snapshot. */
export function isBare({ depth, hardware, software, network, customFields }: Observation): boolean {
  const hasHardware = Object.values(hardware ?? {}).some((part) => part !== undefined && !isEmpty(part))
  const hasNetwork = (network?.services.length ?? 0) > 0 || (network?.interfaces.length ?? 0) > 0
  return depth === 'discovery' && !hasHardware && !hasNetwork && software === undefined && customFields === undefined
}

const isEmpty = (part: object) => Object.values(part).every((value) => value === undefined)
