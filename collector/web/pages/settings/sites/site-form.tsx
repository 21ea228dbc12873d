import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Site } from '@rollcall/shared/api/site.ts'
import type { Tagged } from '../../../api/request.ts'
import { sites } from '../../../api/sites.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'

/** Creates or renames a site. */
export function SiteForm({ edited, onClose }: { edited?: Tagged<Site> | undefined; onClose: () => void }) {
  const refresh = useRefresh('sites', 'me')
  const opened = { name: edited?.value.name ?? '' }
  const form = useForm({ initialValues: opened })
  const save = async (values: { name: string }) => {
    await (edited ? sites.update(edited.value.id, values, edited.etag) : sites.create(values))
    // The site switcher reads the names from the signed-in user.
    await refresh()
  }
  return (
    <FormDrawer
      title={edited ? 'Rename site' : 'New site'}
      action={edited ? 'Rename' : 'Create site'}
      form={form}
      stored={edited && opened}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
    </FormDrawer>
  )
}
