import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { CopyField } from './copy-field.tsx'

type Props = { title: string; label: string; secret: string; children?: ReactNode; onClose: () => void }

/** Shows a secret once. Only the button closes the dialog, not a click outside. */
export function SecretOnce({ title, label, secret, children, onClose }: Props) {
  return (
    <Dialog
      title={title}
      size="lg"
      closeOnClickOutside={false}
      onClose={onClose}
      back={null}
      action={<Button onClick={onClose}>I have saved it</Button>}
    >
      <Text size="sm" mb="sm">
        Rollcall shows it only once. Save it in a safe place.
      </Text>
      <Stack gap="sm">
        {children}
        <CopyField value={secret} label={label} />
      </Stack>
    </Dialog>
  )
}
