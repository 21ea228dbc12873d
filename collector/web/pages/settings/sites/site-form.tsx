import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Site } from '@rollcall/shared/api/site.ts'
import type { Tagged } from '../../../api/request.ts'
import { sites } from '../../../api/sites.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'

/** Creates or renames a site. */
export function SiteForm({ site, onClose }: { site?: Tagged<Site>; onClose: () => void }) {
  const refresh = useRefresh('sites', 'me')
  const opened = { name: site?.value.name ?? '' }
  const form = useForm({ initialValues: opened })
  const save = async (values: { name: string }) => {
    await (site ? sites.update(site.value.id, values, site.etag) : sites.create(values))
    // The site switcher reads the names from the signed-in user.
    await refresh()
  }
  return (
    <FormDrawer
      title={site ? 'Rename site' : 'New site'}
      action={site ? 'Rename' : 'Create site'}
      form={form}
      stored={site && opened}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
    </FormDrawer>
  )
}
