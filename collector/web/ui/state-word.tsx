import type { ReactNode } from 'react'
import classes from './state-word.module.css'
import { StatusDot, type StatusKind } from './status-dot.tsx'

type Props = {
  kind: StatusKind
  /** Explains the state on hover. */
  title?: string | undefined
  children: ReactNode
}

/** A state by word and shape; the colour is redundant. */
export function StateWord({ kind, title, children }: Props) {
  return (
    <span className={classes['state']} data-kind={kind} title={title}>
      <StatusDot kind={kind} />
      <span>{children}</span>
    </span>
  )
}
