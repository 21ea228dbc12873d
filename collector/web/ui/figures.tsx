import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count as written } from './amounts.ts'
import classes from './figures.module.css'

/** Counts side by side, as cards. */
export function Figures({ name, children }: { name: string; children: ReactNode }) {
  return (
    <ul aria-label={name} className={classes['figures']}>
      {children}
    </ul>
  )
}

type FigureProps = {
  count: number
  label: string
  /** The list behind the count; not linked if the count is zero. */
  to?: LinkProps
  /** Colours the count if it is not zero. */
  state?: 'good' | 'warn' | 'bad'
  /** A small chart or a comparison below the label. */
  children?: ReactNode
}

export function Figure({ count, label, to, state, children }: FigureProps) {
  const content = (
    <>
      <span className={classes['count']} data-state={count > 0 ? state : undefined}>
        {written(count)}
      </span>{' '}
      <span className={classes['label']}>{label}</span>
      {children && <span className={classes['more']}>{children}</span>}
    </>
  )
  return (
    <li>
      {to && count > 0 ? (
        <Link {...to} className={classes['card'] ?? ''}>
          {content}
        </Link>
      ) : (
        <div className={classes['card']}>{content}</div>
      )}
    </li>
  )
}
