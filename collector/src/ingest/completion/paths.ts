import type { Observation } from '@rollcall/shared/inventory/observation.ts'

/** Part of a section that an observation lacks: `hardware.disks.health`, `software[rpm]`. */
export type Path = {
  text: string
  /** Names of fields, the section first. */
  fields: readonly string[]
  /** Only items of this package manager, runtime or hypervisor. */
  origin: string | undefined
}

type Reported = Pick<Observation, 'truncated' | 'incomplete'>

/** Returns the parts of the data that an observation lacks, each once. */
export const incompletePaths = (observation: Reported): Path[] =>
  pathsIn(observation.incomplete ?? pathsOfLines(observation.truncated))

export const pathsIn = (texts: readonly string[]): Path[] =>
  [...new Set(texts)].flatMap((text) => parsePath(text) ?? [])

function parsePath(text: string): Path | undefined {
  const [, fields = '', origin] = /^((?:hardware|software|network)(?:\.\w+)*)(?:\[([^[\]]+)\])?$/.exec(text) ?? []
  return fields === '' ? undefined : { text, fields: fields.split('.'), origin }
}

/**
 * Returns the paths that agents of earlier releases report in words only: `software: without rpm (…)`. A list of
 * packages has the names of its sources; of other sections, it is not known what the source reads.
 */
function pathsOfLines(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, section, source] = /^(hardware|software|network): (?:without )?([\w.-]+) /.exec(line) ?? []
    if (section === undefined || source === undefined) return []
    return section === 'software' && source !== 'stopped' ? `software[${source}]` : section
  })
}
