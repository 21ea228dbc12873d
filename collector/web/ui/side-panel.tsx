import { Drawer, Group } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A panel over the right side of the page. */
export function SidePanel({ title, onClose, children }: Props) {
  // Composed of parts, as the panel's own header would be a second banner landmark.
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="md">
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        <Drawer.Body pt="md">
          <Group justify="space-between" mb="md" wrap="nowrap">
            <Drawer.Title fw={600}>{title}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </Group>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
