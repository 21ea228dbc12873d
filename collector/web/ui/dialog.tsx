import { Group, Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import { LayerContext, useLayer } from './layers/use-layer.ts'

type Base = Pick<ModalRootProps, 'onClose' | 'size' | 'closeOnClickOutside'> & {
  title: string
  opened?: boolean
  children: ReactNode
}
type Props = Base & {
  /** The button at the bottom right. */
  action: ReactNode
  /** Label of the button before it, which closes the dialog; null for none. */
  back?: string | null
}

/** A modal dialog. Esc, Back and a click outside close it. */
export function Dialog({ opened = true, onClose, action, back = 'Cancel', ...parts }: Props) {
  const { layer, leave } = useLayer(opened, onClose)
  const buttons = (
    <>
      {back !== null && <ActionButton label={back} onClick={onClose} data-autofocus />}
      {action}
    </>
  )
  return (
    <LayerContext value={layer}>
      <DialogParts opened={opened} onClose={leave} buttons={buttons} {...parts} />
    </LayerContext>
  )
}

type PartsProps = Base & Pick<ModalRootProps, 'zIndex'> & { buttons: ReactNode }

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
