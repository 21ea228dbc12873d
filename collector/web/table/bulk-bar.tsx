import { Button, Transition } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './bulk-bar.module.css'

type Props = { count: number; onClear: () => void; children: ReactNode }

/** What can be done with the chosen rows; over the foot of the page, so that nothing moves. */
export function BulkBar({ count, onClear, children }: Props) {
  return (
    <Transition mounted={count > 0} transition="slide-up" duration={120}>
      {(style) => (
        <div style={style} className={classes['bar']} role="toolbar" aria-label="Chosen rows">
          <strong className="number">{count} chosen</strong>
          {children}
          <Button variant="subtle" color="gray" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </Transition>
  )
}
