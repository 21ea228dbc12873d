import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type Props = {
  opened: boolean
  title: string
  /** What the button says: the very thing that happens. */
  action: string
  /** What the other button says, where Cancel would be read as the thing itself. */
  back?: string
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something goes; its text says what goes and what stays. */
export function Confirm({ opened, title, action, back = 'Cancel', children, onConfirm, onClose }: Props) {
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" onClick={onClose} data-autofocus>
            {back}
          </Button>
          <Button color="red" onClick={confirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
