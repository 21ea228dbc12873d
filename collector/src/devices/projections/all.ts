import { archives } from './archives.ts'
import { changeLog } from './change-log.ts'
import { derivedProjections } from './derived/all.ts'
import { events } from './events.ts'
import { findings } from './findings.ts'
import { identifiers } from './identifiers.ts'
import { merges } from './merges.ts'
import { movedRecords } from './moved-records.ts'
import { neighbors } from './neighbors.ts'
import { offload } from './offload.ts'
import type { Projection } from './projection.ts'
import { removals } from './removals.ts'
import { reviews } from './reviews.ts'
import { rows } from './rows.ts'
import { sightings } from './sightings.ts'
import { snapshots } from './snapshots.ts'
import { states } from './states.ts'
import { tags } from './tags.ts'
import { tasks } from './tasks.ts'

/**
 * All projections in order. New rows come first, as most tables refer to them. Rows are deleted once nothing that stays
 * refers to them. Projections that derive from several tables come after these.
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
  ...derivedProjections,
  changeLog,
  events,
  offload,
]
