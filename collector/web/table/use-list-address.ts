import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListState } from './list-search.ts'

/** Reads the list's state from the page's address, and returns functions to change it. */
export function useListAddress<S extends ListState>() {
  const read: object = useSearch({ strict: false })
  const state = read as S
  const navigate = useNavigate()
  const go = useCallback(
    (part: Partial<S>, replace = false) =>
      void navigate({ to: '.', search: (before) => ({ ...before, page: undefined, ...part }), replace }),
    [navigate],
  )
  /** Changes search or filters, and returns to the first page. */
  const change = useCallback((part: Partial<S>) => go(part), [go])
  // Replaces the history entry, so that Back does not step through each typed letter.
  const search = useCallback((q: string) => go({ q: q || undefined } as Partial<S>, true), [go])
  return { state, change, search }
}
