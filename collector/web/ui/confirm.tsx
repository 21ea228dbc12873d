import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'

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
    <Modal.Root opened={opened} onClose={onClose} centered>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title fw={600} mb="sm">
            {title}
          </Modal.Title>
          {children}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose} data-autofocus>
              {back}
            </Button>
            <Button color="red" onClick={confirm}>
              {action}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
