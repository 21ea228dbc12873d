import type { Change } from '@rollcall/shared/api/change.ts'
import { pageOptions } from './read-options.ts'
import type { Query } from './request.ts'

/** A page of the site's change log. */
export const changesOptions = (query: Query) =>
  pageOptions<Change>(['changes', 'list'], '/api/v1/software/change-history', query)
