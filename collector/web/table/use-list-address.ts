import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListState } from './list-search.ts'

/** What the page's address says of its list, as the page's route reads it, and the ways to change it. */
export function useListAddress<S extends ListState>() {
  const read: object = useSearch({ strict: false })
  const state = read as S
  const navigate = useNavigate()
  const go = useCallback(
    (part: Partial<S>, replace = false) =>
      void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...part }), replace }),
    [navigate],
  )
  /** Another question begins at its first page. */
  const change = useCallback((part: Partial<S>) => go(part), [go])
  // Each letter as a step of its own would bury the page before.
  const search = useCallback((q: string) => go({ q: q || undefined } as Partial<S>, true), [go])
  return { state, change, search }
}
