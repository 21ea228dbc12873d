import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DateFormat } from '@rollcall/shared/api/choices.ts'
import type { Me } from '@rollcall/shared/api/user.ts'
import { updateMe } from '../../api/me.ts'
import type { Tagged } from '../../api/request.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { useSite } from '../../api/use-site.ts'
import { FormDrawer } from '../../forms/form-drawer.tsx'
import { TimeDisplayFields } from '../../forms/time-display-fields.tsx'

type Props = { me: Tagged<Me>; onClose: () => void }
type Values = { name: string; email: string; dateFormat: DateFormat | ''; timeZone: string }

export function ProfileForm({ me: { value, etag }, onClose }: Props) {
  const refresh = useRefresh('me')
  const display = useSite()?.display
  const opened: Values = {
    name: value.name,
    email: value.email ?? '',
    dateFormat: value.dateFormat ?? '',
    timeZone: value.timeZone ?? '',
  }
  const form = useForm<Values>({ initialValues: opened })
  const save = async ({ name, email, dateFormat, timeZone }: Values) => {
    const times = { dateFormat: dateFormat || null, timeZone: timeZone || null }
    await updateMe({ name, email: email.trim() === '' ? null : email, ...times }, etag)
    await refresh()
  }
  return (
    <FormDrawer title="Edit profile" action="Save" form={form} stored={opened} onSubmit={save} onClose={onClose}>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput type="email" label="Email" mt="md" {...form.getInputProps('email')} />
      <TimeDisplayFields
        default={display}
        format={form.getInputProps('dateFormat')}
        zone={form.getInputProps('timeZone')}
      />
    </FormDrawer>
  )
}
