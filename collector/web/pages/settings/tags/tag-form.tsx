import { ColorInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { tags } from '../../../api/catalogs.ts'
import type { Tagged } from '../../../api/request.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'

/** Colours that differ clearly in both colour schemes. */
const swatches = ['#2b6cb0', '#0f766e', '#2f855a', '#b7791f', '#c05621', '#c53030', '#97266d', '#6b46c1', '#5d5d67']

type Values = { name: string; colour: string }

/** Creates or edits a tag. */
export function TagForm({ edited, onClose }: { edited?: Tagged<Tag> | undefined; onClose: () => void }) {
  const tag = edited?.value
  const opened: Values = { name: tag?.name ?? '', colour: tag?.colour ?? '' }
  const form = useForm<Values>({ initialValues: opened })
  const refresh = useRefresh('tags', 'devices')
  const save = async ({ name, colour }: Values) => {
    const json = { name, colour: colour === '' ? null : colour }
    await (edited ? tags.update(edited.value.id, json, edited.etag) : tags.create(json))
    await refresh()
  }
  return (
    <FormDrawer
      title={tag ? `Edit ${tag.name}` : 'New tag'}
      action={tag ? 'Save' : 'Create tag'}
      form={form}
      stored={tag && opened}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
        <ColorInput
          label="Colour"
          description="Colour of the dot before the name. Default: grey."
          placeholder="#2b6cb0"
          swatches={swatches}
          swatchesPerRow={9}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          {...form.getInputProps('colour')}
        />
      </Stack>
    </FormDrawer>
  )
}
