import type { ReactNode } from 'react'
import classes from './columns.module.css'

/** Sections of a page side by side where the window is wide enough, in as many columns as fit. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={classes['columns']}>{children}</div>
}
