import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useMay } from '../../../api/use-may.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useChangeDevice } from '../use-change-device.ts'
import classes from './custom-fields.module.css'
import { EditableFact } from './editable-fact.tsx'

/** Asset tag and custom fields. Each value is edited in place and saved on leaving the field. */
export function CustomFields({ device, isPast }: { device: Device; isPast: boolean }) {
  const mayEdit = useMay('EditInventory') && !isPast
  const change = useChangeDevice()
  const remove = useAction('The field was not removed', (key: string) =>
    change(device, { customFields: { [key]: null } }, `${key} removed`),
  )
  // A field removed by somebody else stays shown while it is being edited, so that input is not lost.
  const [typedIn, setTypedIn] = useState<string>()
  const keys = [...new Set([...Object.keys(device.customFields), ...(typedIn === undefined ? [] : [typedIn])])]
  return (
    <Section title="Custom fields">
      <dl className={classes['fields']}>
        <EditableFact
          name="Asset tag"
          device={device}
          valueIn={({ assetTag }) => assetTag ?? ''}
          patchOf={(assetTag) => ({ assetTag })}
          mayEdit={mayEdit}
        />
        {keys.map((key) => (
          <EditableFact
            key={key}
            name={key}
            device={device}
            valueIn={({ customFields }) => String(customFields[key] ?? '')}
            patchOf={(text) => ({ customFields: { [key]: text } })}
            mayEdit={mayEdit}
            onTyping={(isTyping) => setTypedIn(isTyping ? key : undefined)}
            aside={
              <ActionIcon size="sm" aria-label={`Remove ${key}`} onClick={() => remove.mutate(key)}>
                <IconTrash size={14} />
              </ActionIcon>
            }
          />
        ))}
      </dl>
      {mayEdit ? <NewField device={device} /> : keys.length === 0 && <Dimmed>No custom fields.</Dimmed>}
    </Section>
  )
}

function NewField({ device }: { device: Device }) {
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const change = useChangeDevice()
  const add = useAction('The field was not added', async (name: string) => {
    await change(device, { customFields: { [name]: value } }, `${name} saved`)
    setKey('')
    setValue('')
  })
  const isTaken = Object.hasOwn(device.customFields, key.trim()) && !add.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key.trim() !== '' && !isTaken) add.mutate(key.trim())
  }
  return (
    <form onSubmit={submit}>
      <Group gap={6} mt={8} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          aria-label="Name of a new field"
          placeholder="New field"
          value={key}
          error={isTaken && 'Field already exists'}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          aria-label="Value of the new field"
          placeholder="Value"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" flex="none" loading={add.isPending}>
          Add
        </Button>
      </Group>
    </form>
  )
}
