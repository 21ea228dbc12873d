import type { ReactNode } from 'react'

/** Something that the search of everything leads to, or does. */
export type Entry = { id: string; label: string; description?: string; icon: ReactNode; run: () => void }
export type EntryGroup = { label: string; entries: readonly Entry[] }

/** A few of each kind, so that each can be seen at once. */
export const shownMax = 5
