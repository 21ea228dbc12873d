import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Loaded } from './states/loaded.tsx'

type Props<T> = {
  title: string
  /** What the button says: the very thing that happens. */
  action: string
  /** What would come of it, and what an error calls it. */
  foreseen: UseQueryResult<T>
  what: string
  /** What is chosen before. */
  head?: ReactNode
  children: (foreseen: T) => ReactNode
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Shows what would come of something before it is done; where that cannot be said, it cannot be done. */
export function PreviewDialog<T>(props: Props<T>) {
  const { title, action, foreseen, what, head, children, isPending, onConfirm, onClose } = props
  return (
    <Dialog
      title={title}
      size="xl"
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button disabled={!foreseen.isSuccess} loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {head}
      <Loaded query={foreseen} what={what} lines={8}>
        {children}
      </Loaded>
    </Dialog>
  )
}
