import type { ReactNode } from 'react'

/** A result of the global search. */
export type Entry = { id: string; label: string; description?: string; icon: ReactNode; run: () => void }
export type EntryGroup = { label: string; entries: readonly Entry[] }

/** The number of results of each kind, so that all kinds are visible. */
export const shownMax = 5
