import { Group, Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { LayerContext, useLayer } from './layers/use-layer.ts'

type Props = Pick<ModalRootProps, 'onClose' | 'size' | 'closeOnClickOutside'> & {
  title: string
  opened?: boolean
  children: ReactNode
  /** Buttons at the bottom right. */
  buttons: ReactNode
}

/** A modal dialog. Esc, Back and a click outside close it. */
export function Dialog({ opened = true, onClose, ...parts }: Props) {
  const { layer, leave } = useLayer(opened, onClose)
  return (
    <LayerContext value={layer}>
      <DialogParts opened={opened} onClose={leave} {...parts} />
    </LayerContext>
  )
}

type PartsProps = Props & Pick<ModalRootProps, 'zIndex'>

/** The parts of a dialog. `Layers` closes it with Esc. */
export function DialogParts({ title, opened = true, children, buttons, ...root }: PartsProps) {
  // Composed of parts, as the dialog's own header would be a second banner landmark.
  return (
    <Modal.Root opened={opened} centered closeOnEscape={false} {...root}>
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
