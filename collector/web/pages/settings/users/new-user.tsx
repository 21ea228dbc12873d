import { useForm } from '@mantine/form'
import type { User } from '@rollcall/shared/api/user.ts'
import { type OneTimePassword, users } from '../../../api/access.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { useSite } from '../../../api/use-site.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { emailOf, UserFields, type UserValues } from './user-fields.tsx'

type Props = { onCreated: (made: User & OneTimePassword) => void; onClose: () => void }

export function NewUser({ onCreated, onClose }: Props) {
  const refresh = useRefresh(users.name)
  const site = useSite()
  const form = useForm<UserValues>({
    initialValues: {
      username: '',
      name: '',
      email: '',
      enabled: true,
      capabilities: [],
      siteIds: site ? [site.id] : [],
    },
  })
  const create = async ({ enabled: _, email, ...values }: UserValues) => {
    onCreated(await users.create<User & OneTimePassword>({ ...values, email: emailOf(email) }))
    await refresh()
  }
  return (
    <FormDrawer title="New user" action="Create user" form={form} onSubmit={create} onClose={onClose}>
      <UserFields form={form} isNew />
    </FormDrawer>
  )
}
