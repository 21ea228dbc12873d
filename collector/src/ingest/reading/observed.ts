import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type DeviceFields, describe } from '../../matching/device-fields.ts'
import { evidenceOf } from '../../matching/evidence.ts'
import { sightingKey } from '../../matching/sighting.ts'
import { type KnownSection, type Section, type SectionName, sectionsOf } from '../../snapshots/sections/sections.ts'

/** An observation without its sections. */
export type Head = Omit<Observation, SectionName>

/** All that can be worked out of an observation alone: data, so that any thread can do it. */
export type Look = {
  head: Head
  /** What it told, before anything of it is junk on its site. */
  told: readonly Evidence[]
  /** What all observations have in common that show this evidence. */
  sightingKey: string
  fields: DeviceFields
  /** Empty for an answer to a ping: it only says that the device is there. */
  sections: ReadonlyMap<SectionName, Section | KnownSection>
}

export function lookAt(observation: Observation): Look & { sections: ReadonlyMap<SectionName, Section> } {
  const { hardware: _, software: __, network: ___, customFields: ____, ...head } = observation
  const told = evidenceOf(observation)
  return {
    head,
    told,
    sightingKey: sightingKey(observation.source, observation.depth, told),
    fields: describe(observation),
    sections: isBare(observation) ? new Map() : sectionsOf(observation),
  }
}

/** Seen from outside, with nothing but names and addresses: it leaves no snapshot. */
export function isBare({ depth, hardware, software, network, customFields }: Observation): boolean {
  const hasHardware = Object.values(hardware ?? {}).some((part) => part !== undefined && !isEmpty(part))
  const hasNetwork = (network?.services.length ?? 0) > 0 || (network?.interfaces.length ?? 0) > 0
  return depth === 'discovery' && !hasHardware && !hasNetwork && software === undefined && customFields === undefined
}

const isEmpty = (part: object) => Object.values(part).every((value) => value === undefined)
