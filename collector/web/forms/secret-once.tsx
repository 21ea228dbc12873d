import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyLine } from './copy-line.tsx'

type Props = { title: string; label: string; secret: string; children?: ReactNode; onClose: () => void }

/** A secret that is told this one time; it leaves the page by the button only, not by a click beside it. */
export function SecretOnce({ title, label, secret, children, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
      size="lg"
    >
      <Text size="sm" mb="sm">
        It is shown this once. Rollcall keeps only what checks it, so keep it where secrets are kept.
      </Text>
      <CopyLine value={secret} label={label} />
      {children}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>I have kept it</Button>
      </Group>
    </Modal>
  )
}
