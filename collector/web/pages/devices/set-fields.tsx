import { Button, Select, Stack, Switch, TextInput } from '@mantine/core'
import type { PatchDevice } from '@rollcall/shared/api/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { schedules } from '../../api/catalogs.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { itemOptions } from '../../ui/options.ts'
import type { PendingBulk } from './bulk-confirm.tsx'

const [unchanged, none] = ['unchanged', 'none']

/** Sets a custom field and the audit schedule of the chosen devices. */
export function SetFields({ onClose, onSet }: { onClose: () => void; onSet: (pending: PendingBulk) => void }) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [isRemoved, setIsRemoved] = useState(false)
  const [schedule, setSchedule] = useState(unchanged)
  const all = useQuery(schedules.allOptions)
  const audits = (all.data?.items ?? []).filter(({ kind }) => kind === 'audit')
  const fields: PatchDevice = {
    ...(key.trim() === '' ? {} : { customFields: { [key.trim()]: isRemoved ? null : value } }),
    ...(schedule === unchanged ? {} : { auditScheduleId: schedule === none ? null : schedule }),
  }
  const set = () => {
    onClose()
    onSet({ action: { kind: 'edit', fields }, verb: 'Set fields of' })
  }
  return (
    <Dialog
      title="Set fields"
      onClose={onClose}
      action={
        <Button disabled={Object.keys(fields).length === 0} onClick={set}>
          Set fields
        </Button>
      }
    >
      <Stack gap="sm">
        <TextInput
          label="Custom field"
          placeholder="location"
          maxLength={64}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Value"
          disabled={isRemoved}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Switch
          label="Remove this field"
          checked={isRemoved}
          onChange={(event) => setIsRemoved(event.currentTarget.checked)}
        />
        <Select
          label="Audit schedule"
          value={schedule}
          onChange={(chosen) => setSchedule(chosen ?? unchanged)}
          data={[{ value: unchanged, label: 'Leave as it is' }, { value: none, label: 'None' }, ...itemOptions(audits)]}
        />
      </Stack>
    </Dialog>
  )
}
