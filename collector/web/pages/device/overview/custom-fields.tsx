import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import type { Device, PatchDevice } from '@rollcall/shared/api/device.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { updateDevice } from '../../../api/device-actions.ts'
import { useMay } from '../../../api/use-may.ts'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { Section } from '../../../ui/section.tsx'
import { useAction } from '../../../ui/use-action.ts'
import classes from './custom-fields.module.css'
import { EditableFact } from './editable-fact.tsx'

type Edit = { done: string; patch: PatchDevice; before: PatchDevice }

/** What people keep of a device. Each value is changed where it stands, and saved as one leaves it. */
export function CustomFields({ device, isPast }: { device: Device; isPast: boolean }) {
  const mayEdit = useMay('EditInventory') && !isPast
  const queryClient = useQueryClient()
  const write = (patch: PatchDevice) =>
    updateDevice(device.id, patch).then(() => queryClient.invalidateQueries({ queryKey: ['devices'] }))
  const save = useAction('Nothing was saved', async ({ done, patch, before }: Edit) => {
    await write(patch)
    notifyDone(done, () => write(before))
  })
  const saveField = (key: string, value: string | null) =>
    save.mutate({
      done: value === null ? `${key} is removed` : `${key} is saved`,
      patch: { customFields: { [key]: value } },
      before: { customFields: { [key]: device.customFields[key] ?? null } },
    })
  const fields = Object.entries(device.customFields)
  return (
    <Section title="Kept by people">
      <dl className={classes['fields']}>
        <EditableFact
          name="Asset tag"
          value={device.assetTag ?? ''}
          mayEdit={mayEdit}
          onSave={(assetTag) =>
            save.mutate({
              done: 'The asset tag is saved',
              patch: { assetTag },
              before: { assetTag: device.assetTag },
            })
          }
        />
        {fields.map(([key, value]) => (
          <EditableFact
            key={key}
            name={key}
            value={String(value)}
            mayEdit={mayEdit}
            onSave={(text) => saveField(key, text)}
            aside={
              <ActionIcon size="sm" aria-label={`Remove ${key}`} onClick={() => saveField(key, null)}>
                <IconTrash size={14} />
              </ActionIcon>
            }
          />
        ))}
      </dl>
      {mayEdit ? (
        <NewField taken={fields.map(([key]) => key)} onAdd={saveField} />
      ) : (
        fields.length === 0 && (
          <Text size="sm" c="dimmed">
            No custom fields.
          </Text>
        )
      )}
    </Section>
  )
}

function NewField({ taken, onAdd }: { taken: readonly string[]; onAdd: (key: string, value: string) => void }) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const isTaken = taken.includes(key.trim())
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() === '' || isTaken) return
    onAdd(key.trim(), value)
    setKey('')
    setValue('')
  }
  return (
    <form onSubmit={add}>
      <Group gap={6} mt={8} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          aria-label="Name of a new field"
          placeholder="New field"
          value={key}
          error={isTaken && 'There already'}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          aria-label="Value of the new field"
          placeholder="Value"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" flex="none">
          Add
        </Button>
      </Group>
    </form>
  )
}
