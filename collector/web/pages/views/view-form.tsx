import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { View } from '@rollcall/shared/api/view.ts'
import { Link } from '@tanstack/react-router'
import type { Tagged } from '../../api/request.ts'
import { useMay } from '../../api/use-may.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { reports, takeOverView, views } from '../../api/views.ts'
import { Edited } from '../../forms/edited.tsx'
import { FormDrawer } from '../../forms/form-drawer.tsx'
import { RemoveItem } from '../../forms/remove-button.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { useAction } from '../../ui/use-action.ts'

type EditorProps = { id: string; isOwn: (view: View) => boolean; onClose: () => void }

/** Loads a view, and edits it in a drawer. */
export function ViewEditor({ id, isOwn, onClose }: EditorProps) {
  return (
    <Edited options={views.oneOptions(id)} label="The view" onClose={onClose}>
      {(view) => <ViewForm edited={view} isOwn={isOwn(view.value)} onClose={onClose} />}
    </Edited>
  )
}

type Props = { edited: Tagged<View>; isOwn: boolean; onClose: () => void }

/** Renames, shares, takes over or deletes a view. */
function ViewForm({ edited: { value: view, etag }, isOwn, onClose }: Props) {
  const mayShare = useMay('EditInventory')
  const isAdministrator = useMay('Administrator')
  const refresh = useRefresh(views.name, reports.name)
  const form = useForm({ initialValues: { name: view.name, shared: view.shared } })
  const save = (values: typeof form.values) => views.update(view.id, values, etag).then(refresh)
  const takingOver = useAction('The view was not taken over', async () => {
    await takeOverView(view.id)
    await refresh()
    onClose()
  })
  const description = isOwn
    ? 'Everyone on this site can use a shared view. You and Administrators can change it.'
    : `Shared by ${view.owner?.name ?? 'a removed user'}. Take it over to make it private.`
  return (
    <FormDrawer
      title={`Edit ${view.name}`}
      action="Save"
      form={form}
      stored={{ name: view.name, shared: view.shared }}
      onSubmit={save}
      onClose={onClose}
      more={
        <Group gap="xs">
          {isAdministrator && (
            <Button variant="default" component={Link} to="/settings/reports" search={{ view: view.id } as never}>
              Send as a report
            </Button>
          )}
          {isAdministrator && !isOwn && <ActionButton label="Take over" action={takingOver} />}
          <RemoveItem of={views} also={[reports.name]} item={view} onRemoved={onClose}>
            {view.shared ? 'Nobody on this site can use it any longer.' : 'Only you use it.'} Reports on it are paused.
          </RemoveItem>
        </Group>
      }
    >
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus required maxLength={200} {...form.getInputProps('name')} />
        <Switch
          label="Share with everyone on this site"
          description={description}
          disabled={!isOwn || !mayShare}
          {...form.getInputProps('shared', { type: 'checkbox' })}
        />
      </Stack>
    </FormDrawer>
  )
}
