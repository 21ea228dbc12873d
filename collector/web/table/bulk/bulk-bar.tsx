import { Button, Transition } from '@mantine/core'
import type { ReactNode } from 'react'
import { count as inWords } from '../../ui/amounts.ts'
import classes from './bulk-bar.module.css'

type Props = {
  count: number
  onClear: () => void
  /** Selects what other pages have as well. */
  all?: { label: string; onClick: () => void } | undefined
  children: ReactNode
}

/** Actions on the selected rows, over the foot of the page so that the list does not move. */
export function BulkBar({ count, onClear, all, children }: Props) {
  return (
    <Transition mounted={count > 0} transition="slide-up" duration={120}>
      {(style) => (
        <div style={style} className={classes['bar']} role="toolbar" aria-label="Selected rows">
          <strong className="number">{inWords(count)} selected</strong>
          {all && (
            <Button variant="subtle" onClick={all.onClick}>
              {all.label}
            </Button>
          )}
          {children}
          <Button variant="subtle" color="gray" onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
    </Transition>
  )
}
