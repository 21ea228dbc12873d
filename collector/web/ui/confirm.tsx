import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

type Props = {
  opened: boolean
  title: string
  /** Label of the confirming button. */
  action: string
  /** Label of the other button, if Cancel would be ambiguous. */
  back?: string
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation. The text says what is removed and what stays. */
export function Confirm({ opened, title, action, back, children, onConfirm, onClose }: Props) {
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog
      title={title}
      opened={opened}
      onClose={onClose}
      {...(back !== undefined && { back })}
      action={
        <Button color="red" onClick={confirm}>
          {action}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
