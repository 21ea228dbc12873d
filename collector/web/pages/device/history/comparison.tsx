import { Text } from '@mantine/core'
import type { DiffItem, SectionDiff, SnapshotDiff } from '@rollcall/shared/api/snapshot.ts'
import { IconArrowRight, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { diffOptions } from '../../../api/snapshots.ts'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import classes from './comparison.module.css'

const sections = [
  ['hardware', 'Hardware'],
  ['software', 'Software'],
  ['network', 'Network'],
  ['customFields', 'Custom fields'],
] as const satisfies readonly (readonly [keyof SnapshotDiff, string])[]

/** What changed from one snapshot to another, section by section. */
export function Comparison({ from, to }: { from: string; to: string }) {
  const diff = useQuery(diffOptions(from, to))
  return (
    <Section title="Compared">
      <Loaded query={diff} what="The comparison">
        {(found) => sections.map(([key, title]) => <SectionChanges key={key} title={title} diff={found[key]} />)}
      </Loaded>
    </Section>
  )
}

function SectionChanges({ title, diff }: { title: string; diff: SectionDiff }) {
  const count = diff.added.length + diff.removed.length + diff.changed.length
  return (
    <div className={classes['section']}>
      <h3>
        {title} <span>{diff.compared ? count : 'not in both'}</span>
      </h3>
      {diff.compared && count === 0 && (
        <Text size="sm" c="dimmed">
          The same in both.
        </Text>
      )}
      <ul>
        <Lines kind="added" items={diff.added} />
        <Lines kind="removed" items={diff.removed} />
        <Lines kind="changed" items={diff.changed} />
      </ul>
    </div>
  )
}

const kinds = {
  added: { word: 'Added', icon: IconPlus },
  removed: { word: 'Removed', icon: IconMinus },
  changed: { word: 'Changed', icon: IconArrowRight },
} as const

function Lines({ kind, items }: { kind: keyof typeof kinds; items: readonly DiffItem[] }) {
  const { word, icon: Shape } = kinds[kind]
  return items.map(({ path, from, to }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: of software one name may be there twice, and the list never changes
    <li key={at} data-kind={kind} className="told">
      <Shape size={14} role="img" aria-label={word} />
      <span>{path}</span>
      {from !== null && <del className="mono">{from}</del>}
      {to !== null && <ins className="mono">{to}</ins>}
    </li>
  ))
}
