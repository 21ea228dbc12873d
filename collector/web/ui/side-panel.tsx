import { Drawer, Group } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** Beside the page it belongs to, over it. */
export function SidePanel({ title, onClose, children }: Props) {
  // Put together of its parts, as a header within the dialog would be a second banner of the page.
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
