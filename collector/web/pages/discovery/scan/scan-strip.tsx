import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import type { TaskHost } from '@rollcall/shared/api/task-host.ts'
import { memo, useMemo } from 'react'
import { isActive } from '../../../api/tasks.ts'
import { count, counted } from '../../../ui/amounts.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { outcomes } from './outcomes.tsx'
import classes from './scan.module.css'
import { type Cell, doneOf, fill, stripOf } from './strip-cells.ts'

type Props = { addresses: readonly string[]; hosts: readonly TaskHost[]; task: TaskRecord }

/**
 * The segment's addresses as a strip. A cell fills when its addresses are scanned, and is coloured by the hosts found.
 */
export function ScanStrip({ addresses, hosts, task }: Props) {
  const strip = useMemo(() => stripOf(addresses), [addresses])
  const filled = useMemo(() => strip && fill(strip, hosts), [strip, hosts])
  if (!strip || !filled) return null
  const { cells, elsewhere } = filled
  const done = doneOf(strip, task.progress)
  const left = task.progress.addressesTotal - task.progress.addressesDone
  const notScanned = isActive(task) ? 'not scanned yet' : 'not scanned'
  const counts = Object.entries(outcomes).map(([outcome, { word }]) => {
    const sum = cells.reduce((total, cell) => total + cell[outcome as keyof typeof outcomes], 0)
    return `${count(sum)} ${word.toLowerCase()}`
  })
  if (left > 0) counts.push(`${count(left)} ${notScanned}`)
  return (
    <Section
      title="Addresses"
      aside={<Legend perCell={strip.perCell} {...(done < strip.total ? { notScanned } : {})} />}
    >
      <div
        className={classes['strip']}
        role="img"
        aria-label={`${counted(strip.total, 'address', 'addresses')}: ${counts.join(', ')}`}
      >
        {cells.map((cell, at) => (
          <StripCell
            key={cell.first}
            {...cell}
            notScanned={at * strip.perCell + cell.addresses > done ? notScanned : undefined}
          />
        ))}
      </div>
      {elsewhere > 0 && (
        <Dimmed mt={6}>
          {counted(elsewhere, 'more host')} answered at other addresses, such as those of DNS names.
        </Dimmed>
      )}
    </Section>
  )
}

const StripCell = memo(function StripCell({
  first,
  last,
  addresses,
  notScanned,
  ...answered
}: Cell & { notScanned: string | undefined }) {
  const total = answered.new + answered.known + answered.ignored
  const addressText = addresses === 1 ? first : `${first} to ${last}`
  if (total === 0) {
    return <i data-kind={notScanned ? undefined : 'silent'} title={`${addressText}: ${notScanned ?? 'no answer'}`} />
  }
  const kind = answered.new > 0 ? 'new' : answered.known > 0 ? 'known' : 'ignored'
  const counts =
    addresses === 1
      ? outcomes[kind].word.toLowerCase()
      : `${answered.new} new, ${answered.known} known, ${answered.ignored} ignored`
  return <i data-kind={kind} data-fill={fillOf(total / addresses)} title={`${addressText}: ${counts}`} />
})

/** The fill level of a block of addresses. */
const fillOf = (part: number): 'low' | 'middle' | undefined =>
  part >= 0.5 ? undefined : part >= 0.1 ? 'middle' : 'low'

function Legend({ perCell, notScanned }: { perCell: number; notScanned?: string }) {
  return (
    <ul className={classes['legend']} aria-label="Legend">
      {(['new', 'known', 'ignored'] as const).map((outcome) => (
        <li key={outcome}>
          <i data-kind={outcome} />
          {outcomes[outcome].word}
        </li>
      ))}
      <li>
        <i data-kind="silent" />
        No answer
      </li>
      {notScanned && (
        <li>
          <i />
          {notScanned.replace('n', 'N')}
        </li>
      )}
      {perCell > 1 && <li>{counted(perCell, 'address', 'addresses')} per cell</li>}
    </ul>
  )
}
