import type { ReactNode } from 'react'
import { count as written } from '../ui/amounts.ts'
import classes from './bar-list.module.css'

export type Bar = { key: string; label: ReactNode; count: number }

/** Shows counts as bars, largest first. The longest bar is full width. */
export function BarList({ name, bars }: { name: string; bars: readonly Bar[] }) {
  const longest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className={classes['bars']} aria-label={name}>
      {bars.map(({ key, label, count }) => (
        <li key={key}>
          <span className={classes['label']}>{label}</span>
          <span className={classes['track']} aria-hidden>
            <i style={{ width: `${(100 * count) / longest}%` }} />
          </span>
          <span className={classes['count']}>{written(count)}</span>
        </li>
      ))}
    </ul>
  )
}
