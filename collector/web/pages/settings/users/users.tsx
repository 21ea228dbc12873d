import type { User } from '@rollcall/shared/api/user.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { users } from '../../../api/access.ts'
import { RoleName } from '../../../forms/access-fields.tsx'
import { Edited } from '../../../forms/edited.tsx'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { OpenButton } from '../../../table/open-button.tsx'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { NewUser } from './new-user.tsx'
import { UserForm } from './user-form.tsx'

export function Users() {
  const address = useListAddress()
  const query = useQuery(users.listOptions(pagingOf(address.state)))
  const [adds, setAdds] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const [password, setPassword] = useState<string>()
  const close = () => setOpenId(undefined)
  return (
    <>
      <ListPage
        name="Users"
        exported={{ path: users.path }}
        about="A new user gets a one-time password from you and then chooses another."
        address={address}
        columns={columnsOf(setOpenId)}
        query={query}
        nameOf={({ username }) => username}
        sort=""
        empty={null}
        actions={<AddButton label="New user" onClick={() => setAdds(true)} />}
      />
      {adds && <NewUser onCreated={(made) => setPassword(made.password)} onClose={() => setAdds(false)} />}
      {openId !== undefined && (
        <Edited options={users.oneOptions(openId)} label="The user" onClose={close}>
          {(user) => <UserForm user={user} onPassword={setPassword} onClose={close} />}
        </Edited>
      )}
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
