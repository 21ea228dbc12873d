import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { View, ViewList } from '@rollcall/shared/api/view.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { views } from '../../api/views.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'
import { parametersOf, showsView } from './parameters.ts'

type Props = {
  list: ViewList
  state: Readonly<Record<string, string | undefined>>
  /** The view that was opened. */
  current: View | undefined
  isOwn: boolean
  onDone: () => void
}

/** Saves the list as it is shown: as a new view, or in the view that was opened. */
export function SaveView({ list, state, current, isOwn, onDone }: Props) {
  const mayShare = useMay('EditInventory')
  const isAdministrator = useMay('Administrator')
  const refresh = useRefresh(views.name)
  const navigate = useNavigate()
  const form = useForm({ initialValues: { name: '', shared: false } })
  const saving = useAction('The view was not saved', async ({ name, shared }: typeof form.values) => {
    const made = await views.create({ name: name.trim(), list, parameters: parametersOf(state), shared })
    form.reset()
    onDone()
    await refresh()
    await navigate({ to: '.', search: { ...made.parameters, view: made.id } as never, replace: true })
  })
  // Read when the view was opened: the API refuses the update after somebody else's change since.
  const { data: opened } = useQuery({ ...views.oneOptions(current?.id ?? ''), enabled: current !== undefined })
  const updating = useAction('The view was not updated', async ({ id, name }: View) => {
    await views.update(id, { parameters: parametersOf(state) }, opened?.etag)
    onDone()
    await refresh()
    notifyDone(`${name} was updated.`)
  })
  const mayUpdate = current && (isOwn || isAdministrator) && !showsView(current.parameters, state)
  return (
    <Stack gap={8}>
      {mayUpdate && (
        <Button variant="default" fullWidth loading={updating.isPending} onClick={() => updating.mutate(current)}>
          Update {current.name}
        </Button>
      )}
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Group gap={6} wrap="nowrap">
          <TextInput
            size="xs"
            flex={1}
            aria-label="Name of this view"
            placeholder="Save view as"
            maxLength={200}
            required
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="default" loading={saving.isPending}>
            Save
          </Button>
        </Group>
        {mayShare && (
          <Checkbox
            size="xs"
            mt={8}
            label="Share with everyone on this site"
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
        )}
      </form>
    </Stack>
  )
}
