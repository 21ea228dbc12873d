import { useForm } from '@mantine/form'
import type { User } from '@rollcall/shared/api/user.ts'
import { users } from '../../../api/access.ts'
import type { Tagged } from '../../../api/request.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { changesOf } from '../../../forms/changes.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { UserActions } from './user-actions.tsx'
import { emailOf, UserFields, type UserValues } from './user-fields.tsx'

type Props = { user: Tagged<User>; onPassword: (password: string) => void; onClose: () => void }

export function UserForm({ user: { value, etag }, onPassword, onClose }: Props) {
  const refresh = useRefresh(users.name, 'me')
  const { username, name, enabled, capabilities, siteIds } = value
  const before: UserValues = { username, name, email: value.email ?? '', enabled, capabilities, siteIds }
  const form = useForm({ initialValues: before })
  const save = async (values: UserValues) => {
    const { email, ...changes } = changesOf(before, values)
    await users.update(value.id, { ...changes, ...(email === undefined ? {} : { email: emailOf(email) }) }, etag)
    // A changed own name or site is shown at the top.
    await refresh()
  }
  return (
    <FormDrawer
      title={username}
      action="Save"
      form={form}
      stored={before}
      onSubmit={save}
      onClose={onClose}
      more={<UserActions user={value} onPassword={onPassword} onClose={onClose} />}
    >
      {value.signsInBy === 'oidc' && (
        <Dimmed mb="md">Signs in by OpenID Connect. The issuer sets permissions and sites at each sign-in.</Dimmed>
      )}
      <UserFields form={form} />
    </FormDrawer>
  )
}
