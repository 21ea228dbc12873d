import type { SnapshotDiff } from '@rollcall/shared/api/snapshot.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { diffOptions } from '../../../api/snapshots.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { SectionChanges } from './section-changes.tsx'

const sections = [
  ['hardware', 'Hardware'],
  ['software', 'Software'],
  ['network', 'Network'],
  ['customFields', 'Custom fields'],
] as const satisfies readonly (readonly [keyof SnapshotDiff, string])[]

type Props = {
  /** The ids of the snapshots. */
  from: string
  to: string
  /** Heads of the two columns. */
  heads: readonly [ReactNode, ReactNode]
  /** Shows only differences that contain this text. */
  q?: string | undefined
}

/** Differences of two snapshots side by side, by section. */
export function Comparison({ from, to, heads, q = '' }: Props) {
  const diff = useQuery(diffOptions(from, to))
  return (
    <Loaded query={diff} label="The comparison">
      {(found) => (
        <>
          {sections.map(([key, title]) => (
            <SectionChanges key={key} title={title} diff={found[key]} heads={heads} q={q.toLowerCase()} />
          ))}
          <Dimmed>Ignored: order of lists, link states, clock speeds, free space and other measurements.</Dimmed>
        </>
      )}
    </Loaded>
  )
}
