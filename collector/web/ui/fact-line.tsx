import type { ReactNode } from 'react'
import classes from './fact-line.module.css'

/** Short facts below a title, in a row. Empty ones are hidden. */
export function FactLine({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={classes['facts']}>
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
