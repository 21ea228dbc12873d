import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './past-bar.module.css'

/** Banner of a page that shows a past time. `back` is the link to the present. */
export function PastBar({ children, back }: { children: ReactNode; back: ReactNode }) {
  return (
    <div className={classes['past']} role="status">
      <IconHistory size={16} aria-hidden />
      <span>{children}</span>
      {back}
    </div>
  )
}
