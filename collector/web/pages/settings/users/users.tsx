import type { User } from '@rollcall/shared/api/user.ts'
import { useState } from 'react'
import { users } from '../../../api/access.ts'
import { RoleName } from '../../../forms/access-fields.tsx'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { OpenButton } from '../../../table/open-button.tsx'
import type { Column } from '../../../table/types.ts'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { NewUser } from './new-user.tsx'
import { UserForm } from './user-form.tsx'

export function Users() {
  const list = useListOf(users)
  const [open, setOpen] = useState<Open>()
  const [password, setPassword] = useState<string>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ListPage
        name="Users"
        {...list}
        about="A new user gets a one-time password from you and then chooses another."
        columns={columnsOf((id) => setOpen({ id }))}
        empty={null}
        actions={<AddButton label="New user" onClick={() => setOpen('new')} />}
      />
      <OpenForm open={open} optionsOf={users.oneOptions} label="The user" onClose={close}>
        {(user) =>
          user ? (
            <UserForm user={user} onPassword={setPassword} onClose={close} />
          ) : (
            <NewUser onCreated={(made) => setPassword(made.password)} onClose={close} />
          )
        }
      </OpenForm>
      {password !== undefined && (
        <SecretOnce
          title="One-time password"
          label="Password for the next sign-in"
          secret={password}
          onClose={() => setPassword(undefined)}
        />
      )}
    </>
  )
}

function State({ user: { enabled, mustChangePassword } }: { user: User }) {
  if (!enabled) return <StateWord kind="off">Disabled</StateWord>
  return mustChangePassword ? (
    <StateWord kind="warn">One-time password</StateWord>
  ) : (
    <StateWord kind="good">Enabled</StateWord>
  )
}

const columnsOf = (open: (id: string) => void): Column<User>[] => [
  {
    id: 'username',
    header: 'Username',
    render: ({ id, username }) => <OpenButton id={id} name={username} onOpen={open} />,
  },
  { id: 'name', header: 'Name', width: 150, from: 'sm', render: ({ name }) => name },
  { id: 'state', header: 'State', width: 170, render: (user) => <State user={user} /> },
  {
    id: 'capabilities',
    header: 'Role',
    width: 130,
    from: 'sm',
    render: ({ capabilities }) => <RoleName held={capabilities} />,
  },
  {
    id: 'signsInBy',
    header: 'Sign-in method',
    width: 160,
    from: 'xl',
    render: ({ signsInBy, twoFactorEnabled }) =>
      signsInBy === 'oidc' ? 'OpenID Connect' : twoFactorEnabled ? 'Password and code' : 'Password',
  },
  {
    id: 'lastSignInAt',
    header: 'Last sign-in',
    width: 100,
    from: 'sm',
    align: 'right',
    render: ({ lastSignInAt }) => (lastSignInAt === null ? 'never' : <Time value={lastSignInAt} />),
  },
]
