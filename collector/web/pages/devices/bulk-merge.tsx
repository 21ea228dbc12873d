import { Button, Radio, Stack, Text } from '@mantine/core'
import type { BulkAction } from '@rollcall/shared/api/bulk-operation.ts'
import { useState } from 'react'
import { counted } from '../../ui/amounts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { ChosenDevice } from './chosen-devices.tsx'

type Props = { devices: readonly ChosenDevice[]; onClose: () => void; onMerge: (action: BulkAction) => void }

/** Merges more than two records. The user chooses which one stays. */
export function BulkMerge({ devices, onClose, onMerge }: Props) {
  const [into, setInto] = useState(devices[0]?.id ?? '')
  const merge = () => {
    onClose()
    onMerge({ kind: 'merge', into })
  }
  return (
    <Dialog
      title={`Merge ${counted(devices.length, 'record')}`}
      onClose={onClose}
      action={<Button onClick={merge}>Merge</Button>}
    >
      <Radio.Group label="Record to keep" value={into} onChange={setInto}>
        <Stack gap={6} mt={6}>
          {devices.map(({ id, name, ipAddress, serialNumber }) => (
            <Radio key={id} value={id} label={[name, ipAddress, serialNumber].filter(Boolean).join(' · ')} />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" mt="sm">
        Snapshots, identifiers, tags, custom fields, tasks and history of the others move to the record that is kept.
        Where both have a value, it keeps its own. You can undo all merges at once.
      </Text>
    </Dialog>
  )
}
