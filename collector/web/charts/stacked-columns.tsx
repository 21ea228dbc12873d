import type { ReactNode } from 'react'
import { count as written } from '../ui/amounts.ts'
import { PlainTable } from '../ui/plain-table.tsx'
import classes from './stacked-columns.module.css'
import { ticksUpTo } from './ticks.ts'

type Part = { key: string; label: string }
type Column = {
  key: string
  /** Text of the column for the axis and the table. */
  label: string
  /** The label as a link to the data of this column. */
  link: ReactNode
  counts: readonly number[]
}
type Props = {
  name: string
  /** The unit of a column, such as `Day`. */
  unit: string
  /** The parts from bottom to top. The style sheet colours them by `key`. */
  parts: readonly Part[]
  columns: readonly Column[]
}

const height = 100
const gap = 0.2

/** Stacked columns, with the same figures as a table. */
export function StackedColumns({ name, unit, parts, columns }: Props) {
  const ticks = ticksUpTo(Math.max(...columns.map(({ counts }) => sum(counts))))
  const top = ticks.at(-1) ?? 1
  const first = columns[0]?.label
  const last = columns.at(-1)?.label
  return (
    <figure className={classes['chart']} aria-label={name}>
      <figcaption className={classes['legend']}>
        {parts.map(({ key, label }, at) => (
          <span key={key} data-part={key}>
            <i aria-hidden />
            {label} <b>{written(sum(columns.map(({ counts }) => counts[at] ?? 0)))}</b>
          </span>
        ))}
      </figcaption>
      <div className={classes['plot']} aria-hidden>
        <div className={classes['ticks']}>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{written(tick)}</span>
          ))}
        </div>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: each column has its own, and screen readers have the table */}
        <svg viewBox={`0 0 ${columns.length} ${height}`} preserveAspectRatio="none" className={classes['columns']}>
          {ticks.map((tick) => (
            <line key={tick} x1={0} x2={columns.length} y1={yOf(tick, top)} y2={yOf(tick, top)} />
          ))}
          {columns.map(({ key, label, counts }, at) => (
            <g key={key}>
              <title>{`${label}: ${parts.map((part, of) => `${counts[of]} ${part.label.toLowerCase()}`).join(', ')}`}</title>
              <rect x={at} y={0} width={1} height={height} className={classes['hit']} />
              {stack(counts).map(({ from, to }, of) => (
                <rect
                  key={parts[of]?.key}
                  data-part={parts[of]?.key}
                  x={at + gap / 2}
                  width={1 - gap}
                  y={yOf(to, top)}
                  height={yOf(from, top) - yOf(to, top)}
                />
              ))}
            </g>
          ))}
        </svg>
        <div className={classes['ends']}>
          <span>{first}</span>
          <span>{last}</span>
        </div>
      </div>
      <details className={classes['table']}>
        <summary>Show as table</summary>
        <PlainTable
          name={name}
          items={columns.toReversed()}
          keyOf={({ key }) => key}
          columns={[
            { header: unit, render: ({ link }) => link },
            ...parts.map((part, at) => ({
              header: part.label,
              align: 'right' as const,
              render: ({ counts }: Column) => written(counts[at] ?? 0),
            })),
          ]}
        />
      </details>
    </figure>
  )
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

const yOf = (count: number, top: number): number => height * (1 - count / top)

/** Stacks each part on the one before. */
function stack(counts: readonly number[]): { from: number; to: number }[] {
  let from = 0
  return counts.map((count) => {
    const part = { from, to: from + count }
    from = part.to
    return part
  })
}
