import { Group, Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Pick<ModalRootProps, 'onClose' | 'size' | 'closeOnClickOutside'> & {
  title: string
  opened?: boolean
  children: ReactNode
  /** On the right below, what is done last. */
  buttons: ReactNode
}

/** Over the page, which waits for it. */
export function Dialog({ title, opened = true, children, buttons, ...root }: Props) {
  // Put together of its parts, as a header within the dialog would be a second banner of the page.
  return (
    <Modal.Root opened={opened} centered {...root}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title fw={600} mb="sm">
            {title}
          </Modal.Title>
          {children}
          <Group justify="flex-end" mt="lg">
            {buttons}
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
