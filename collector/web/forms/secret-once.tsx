import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { CopyLine } from './copy-line.tsx'

type Props = { title: string; label: string; secret: string; children?: ReactNode; onClose: () => void }

/** A secret that is told this one time; it leaves the page by the button only, not by a click beside it. */
export function SecretOnce({ title, label, secret, children, onClose }: Props) {
  return (
    <Dialog
      title={title}
      size="lg"
      closeOnClickOutside={false}
      onClose={onClose}
      buttons={<Button onClick={onClose}>I have kept it</Button>}
    >
      <Text size="sm" mb="sm">
        It is shown this once. Rollcall keeps only what checks it, so keep it where secrets are kept.
      </Text>
      <Stack gap="sm">
        {children}
        <CopyLine value={secret} label={label} />
      </Stack>
    </Dialog>
  )
}
