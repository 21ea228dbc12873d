import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyLine } from './copy-line.tsx'

type Props = { title: string; label: string; secret: string; children?: ReactNode; onClose: () => void }

/** A secret that is told this one time; it leaves the page by the button only, not by a click beside it. */
export function SecretOnce({ title, label, secret, children, onClose }: Props) {
  return (
    <Modal.Root opened onClose={onClose} closeOnClickOutside={false} centered size="lg">
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Body pt="md">
          <Modal.Title fw={600} mb="sm">
            {title}
          </Modal.Title>
          <Text size="sm" mb="sm">
            It is shown this once. Rollcall keeps only what checks it, so keep it where secrets are kept.
          </Text>
          <Stack gap="sm">
            {children}
            <CopyLine value={secret} label={label} />
          </Stack>
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>I have kept it</Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
