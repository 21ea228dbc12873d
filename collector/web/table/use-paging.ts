import { useNavigate, useSearch } from '@tanstack/react-router'
import { pagingOf } from './paging.ts'

/**
 * The page of a table, as the address has it under a key. The next page of a table that is a part of a page does not
 * scroll to the top.
 */
export function usePaging(key: 'page' | 'changesPage' = 'page', { isPart = true } = {}) {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const page = pagingOf({ page: search[key] })
  const onPage = (next: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [key]: next }), resetScroll: !isPart })
  return { page, paging: { ...page, onPage } }
}
