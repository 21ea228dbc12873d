import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  opened: boolean
  title: string
  /** What the button says: the very thing that happens. */
  action: string
  children: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something goes; its text says what goes and what stays. */
export function Confirm({ opened, title, action, children, onConfirm, onClose }: Props) {
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={confirm}>
          {action}
        </Button>
      </Group>
    </Modal>
  )
}
