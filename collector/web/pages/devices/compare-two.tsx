import { Button, Select, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '../../ui/amounts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { ChosenDevice } from './chosen-devices.tsx'

type Props = { devices: readonly ChosenDevice[]; onClose: () => void }

/** Chooses two of the selected devices, as the comparison has two sides. */
export function CompareTwo({ devices, onClose }: Props) {
  const [device, setDevice] = useState(devices[0]?.id)
  const [other, setOther] = useState(devices[1]?.id)
  const options = devices.map(({ id, name, ipAddress }) => ({
    value: id,
    label: [name, ipAddress].filter(Boolean).join(' · '),
  }))
  const side = { data: options, searchable: true } as const
  return (
    <Dialog
      title="Compare two devices"
      onClose={onClose}
      action={
        <Button renderRoot={(props) => <Link to="/compare" search={{ device, other }} {...props} />}>Compare</Button>
      }
    >
      <Stack gap="sm">
        <Text size="sm">
          A comparison has two sides. Choose two of the {counted(devices.length, 'selected device')}.
        </Text>
        <Select label="From" {...side} value={device ?? null} onChange={(id) => setDevice(id ?? undefined)} />
        <Select label="To" {...side} value={other ?? null} onChange={(id) => setOther(id ?? undefined)} />
      </Stack>
    </Dialog>
  )
}
