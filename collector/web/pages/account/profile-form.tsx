import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Me } from '@rollcall/shared/api/user.ts'
import { useQueryClient } from '@tanstack/react-query'
import { updateMe } from '../../api/me.ts'
import type { Tagged } from '../../api/request.ts'
import { FormDrawer } from '../../forms/form-drawer.tsx'

type Props = { me: Tagged<Me>; onClose: () => void }

export function ProfileForm({ me: { value, etag }, onClose }: Props) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { name: value.name, email: value.email ?? '' } })
  const save = async ({ name, email }: typeof form.values) => {
    await updateMe({ name, email: email.trim() === '' ? null : email }, etag)
    await queryClient.invalidateQueries({ queryKey: ['me'] })
  }
  return (
    <FormDrawer title="Edit profile" action="Save" form={form} onSubmit={save} onClose={onClose}>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput type="email" label="Email" mt="md" {...form.getInputProps('email')} />
    </FormDrawer>
  )
}
