import { Drawer, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { LayerContext, useLayer } from './layers/use-layer.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A panel over the right side of the page. Esc, Back, its close button and a click outside close it. */
export function SidePanel({ title, onClose, children }: Props) {
  const { layer, leave } = useLayer(true, onClose)
  // Composed of parts, as the panel's own header would be a second banner landmark.
  return (
    <Drawer.Root opened onClose={leave} closeOnEscape={false} position="right" size="md">
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Drawer.Body pt="md">
          <Group justify="space-between" mb="md" wrap="nowrap">
            <Drawer.Title fw={600}>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </Group>
          <LayerContext value={layer}>{children}</LayerContext>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
