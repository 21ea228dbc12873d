import { Text } from '@mantine/core'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { memo, useMemo } from 'react'
import { count } from '../../../ui/amounts.ts'
import { Section } from '../../../ui/section.tsx'
import { outcomes } from './outcomes.tsx'
import classes from './scan.module.css'
import { type Cell, fill, stripOf } from './strip-cells.ts'

type Props = { addresses: readonly string[]; hosts: readonly TaskHost[]; isActive: boolean }

/** The segment's addresses in their order; each fills when what is there has answered. */
export function ScanStrip({ addresses, hosts, isActive }: Props) {
  const strip = useMemo(() => stripOf(addresses), [addresses])
  const filled = useMemo(() => strip && fill(strip, hosts), [strip, hosts])
  if (!strip || !filled) return null
  const { cells, elsewhere } = filled
  const answered = Object.entries(outcomes).map(([outcome, { word }]) => {
    const sum = cells.reduce((total, cell) => total + cell[outcome as keyof typeof outcomes], 0)
    return `${count(sum)} ${word.toLowerCase()}`
  })
  return (
    <Section title="Addresses" aside={<Legend perCell={strip.perCell} isActive={isActive} />}>
      <div
        className={classes['strip']}
        role="img"
        aria-label={`${count(strip.total)} addresses: ${answered.join(', ')}`}
      >
        {cells.map((cell) => (
          <StripCell key={cell.first} {...cell} />
        ))}
      </div>
      {elsewhere > 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {count(elsewhere)} more answered at addresses that are not among these, such as those of names.
        </Text>
      )}
    </Section>
  )
}

const StripCell = memo(function StripCell({ first, last, addresses, ...answered }: Cell) {
  const total = answered.new + answered.known + answered.ignored
  const kind = total === 0 ? undefined : answered.new > 0 ? 'new' : answered.known > 0 ? 'known' : 'ignored'
  const where = addresses === 1 ? first : `${first} to ${last}`
  const what =
    total === 0
      ? 'nothing has answered'
      : addresses === 1 && kind
        ? outcomes[kind].word.toLowerCase()
        : `${answered.new} new, ${answered.known} known, ${answered.ignored} ignored`
  return <i data-kind={kind} data-fill={fillOf(total / addresses)} title={`${where}: ${what}`} />
})

/** Of a block: a little, some, most of it. */
const fillOf = (part: number): 'low' | 'middle' | undefined =>
  part >= 0.5 ? undefined : part >= 0.1 ? 'middle' : 'low'

function Legend({ perCell, isActive }: { perCell: number; isActive: boolean }) {
  return (
    <ul className={classes['legend']} aria-label="Legend">
      {Object.entries(outcomes).map(([outcome, { word }]) => (
        <li key={outcome}>
          <i data-kind={outcome} />
          {word}
        </li>
      ))}
      <li>
        <i />
        {isActive ? 'No answer yet' : 'No answer'}
      </li>
      {perCell > 1 && <li>{count(perCell)} addresses a cell</li>}
    </ul>
  )
}
