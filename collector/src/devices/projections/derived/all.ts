import type { Projection } from '../projection.ts'
import { compliance } from './compliance.ts'
import { facts } from './facts.ts'
import { installations } from './installations.ts'
import { newFindings } from './new-findings.ts'
import { searchTerms } from './search-terms.ts'
import { versions } from './versions.ts'

/** Projections of what lists, queries and searches read, in order, and then what a query decides. */
export const derivedProjections: readonly Projection[] = [
  searchTerms,
  installations,
  facts,
  versions,
  compliance,
  newFindings,
]
