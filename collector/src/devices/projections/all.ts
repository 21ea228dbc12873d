import { archives } from './archives.ts'
import { changeLog } from './change-log.ts'
import { facts, searchTerms } from './derived/facts.ts'
import { newFindings } from './derived/new-findings.ts'
import { compliance, installations } from './derived/software.ts'
import { versions } from './derived/versions.ts'
import { events } from './events.ts'
import { identifiers } from './identifiers.ts'
import { neighbors } from './neighbors.ts'
import type { Projection } from './projection.ts'
import { findings, merges, movedRecords, offload, reviews, tasks } from './records-of-devices.ts'
import { removals, rows } from './rows.ts'
import { sightings } from './sightings.ts'
import { snapshots } from './snapshots.ts'
import { states } from './states.ts'
import { tags } from './tags.ts'

/**
 * All projections in order. New rows come first, as most tables refer to them. Rows are deleted once nothing that stays
 * refers to them. Projections that derive from several tables come after these: what lists, queries and searches read,
 * and then what a query decides.
 */
export const projections: readonly Projection[] = [
  rows,
  tasks,
  merges,
  movedRecords,
  snapshots,
  sightings,
  states,
  findings,
  removals,
  reviews,
  identifiers,
  archives,
  tags,
  neighbors,
  searchTerms,
  installations,
  facts,
  versions,
  compliance,
  newFindings,
  changeLog,
  events,
  offload,
]
