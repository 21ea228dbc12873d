import { Button } from '@mantine/core'
import type { Change } from '@rollcall/shared/api/change.ts'
import type { DiffItem, SectionDiff } from '@rollcall/shared/api/snapshot.ts'
import { type ReactNode, useState } from 'react'
import { count } from '../../../ui/amounts.ts'
import { ChangeVerb } from '../../../ui/change-verb.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { fieldLabel } from '../../../ui/field-label.ts'
import { formatValue } from '../../../ui/format-value.ts'
import { Section } from '../../../ui/section.tsx'
import classes from './comparison.module.css'

type Props = { title: string; diff: SectionDiff; heads: readonly [ReactNode, ReactNode]; q: string }

/** The number of rows before "Show all", as two machines may differ in thousands. */
const shownAtFirst = 200

export function SectionChanges({ title, diff, heads, q }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const lines = linesOf(diff).filter(({ path, from, to }) =>
    [path, fieldLabel(title, path), from, to].some((text) => text?.toLowerCase().includes(q)),
  )
  const shown = isWhole ? lines : lines.slice(0, shownAtFirst)
  const message = !diff.compared ? 'Not audited in both snapshots.' : lines.length === 0 ? same(diff, q) : undefined
  return (
    <Section title={title} aside={<Counts lines={lines} />}>
      {message && <Dimmed>{message}</Dimmed>}
      {shown.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach the scroller
        <section className={classes['scroller']} tabIndex={0} aria-label={`${title}, table`}>
          <table className={classes['sides']} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">{heads[0]}</th>
                <th scope="col">{heads[1]}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ verb, path, from, to }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a software name may occur twice, and the list never changes
                <tr key={at} data-verb={verb}>
                  <th scope="row">
                    <ChangeVerb verb={verb} isShort />{' '}
                    <span className="wrap" title={path}>
                      {fieldLabel(title, path)}
                    </span>
                  </th>
                  <td className="mono wrap">{from !== null && <del>{formatValue(path, from)}</del>}</td>
                  <td className="mono wrap">{to !== null && <ins>{formatValue(path, to)}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown.length < lines.length && (
        <Button variant="default" mt="xs" onClick={() => setIsWhole(true)}>
          Show all {count(lines.length)}
        </Button>
      )}
    </Section>
  )
}

type Line = DiffItem & { verb: Change['verb'] }

const linesOf = ({ added, removed, changed }: SectionDiff): Line[] => [
  ...changed.map((item) => ({ ...item, verb: 'Modified' as const })),
  ...removed.map((item) => ({ ...item, verb: 'Deleted' as const })),
  ...added.map((item) => ({ ...item, verb: 'Added' as const })),
]

const same = (diff: SectionDiff, q: string): string =>
  q !== '' && linesOf(diff).length > 0 ? 'No differences match.' : 'No differences.'

function Counts({ lines }: { lines: readonly Line[] }) {
  const verbs = ['Modified', 'Deleted', 'Added'] as const
  return (
    <span className={classes['counts']}>
      {verbs.map((verb) => {
        const found = lines.filter((line) => line.verb === verb).length
        return (
          found > 0 && (
            <span key={verb}>
              <ChangeVerb verb={verb} /> {count(found)}
            </span>
          )
        )
      })}
    </span>
  )
}
