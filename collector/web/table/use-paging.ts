import { useNavigate, useSearch } from '@tanstack/react-router'
import { pagingOf } from './paging.ts'

/** The page of a table that is a part of a page, as the address has it under a key. */
export function usePaging(key: 'page' | 'changesPage' = 'page') {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const page = pagingOf({ page: search[key] })
  const onPage = (next: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, [key]: next }), resetScroll: false })
  return { page, paging: { ...page, onPage } }
}
