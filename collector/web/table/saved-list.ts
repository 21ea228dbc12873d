import type { ViewList } from '@rollcall/shared/api/view.ts'
import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import type { Query } from '../api/request.ts'
import { shownTimeZone } from '../ui/time-format.ts'
import type { Exported } from './export-button.tsx'
import type { ListState } from './list-search.ts'
import { pagingOf } from './paging.ts'

/** A list that can be saved as a view, as its address shows it: the whole as it is exported, and the query of its page. */
export function savedListOf(
  list: ViewList,
  state: ListState & Readonly<Record<string, string | undefined>>,
  now = Date.now(),
): { exported: Required<Exported>; page: Query } {
  const { path, filterOf } = savedLists[list]
  const query = filterOf(state, { now, timeZone: shownTimeZone() })
  return { exported: { path, query }, page: { ...query, ...pagingOf(state) } }
}
