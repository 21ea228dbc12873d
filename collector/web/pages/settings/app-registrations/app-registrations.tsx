import { Button } from '@mantine/core'
import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type RegistrationMade, registrations } from '../../../api/access.ts'
import { capabilityWords } from '../../../forms/access-fields.tsx'
import { CopyLine } from '../../../forms/copy-line.tsx'
import { Edited } from '../../../forms/edited.tsx'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { OpenButton } from '../../../table/open-button.tsx'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { useNow } from '../../../ui/now.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import { type RegistrationState, stateOf } from './expiry.ts'
import { NewRegistration } from './new-registration.tsx'
import { RegistrationForm } from './registration-form.tsx'

export function AppRegistrations() {
  const address = useListAddress()
  const query = useQuery(registrations.listOptions(pagingOf(address.state)))
  const [adds, setAdds] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const [made, setMade] = useState<RegistrationMade>()
  const close = () => setOpenId(undefined)
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdds(true)}>
      New registration
    </Button>
  )
  return (
    <>
      <ListPage
        name="App registrations"
        about="API clients: each calls the API with a Client ID and a Client secret of its own."
        address={address}
        columns={columnsOf(setOpenId)}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        actions={add}
        empty={
          <Empty title="No API client yet" action={add}>
            Make one for each program that is to call the API, so that each can be ended without the others.
          </Empty>
        }
      />
      {adds && <NewRegistration onMade={setMade} onClose={() => setAdds(false)} />}
      {openId !== undefined && (
        <Edited options={registrations.oneOptions(openId)} what="The registration" onClose={close}>
          {(registration) => <RegistrationForm registration={registration} onClose={close} />}
        </Edited>
      )}
      {made && (
        <SecretOnce
          title={`${made.name} is made`}
          label="Client secret"
          secret={made.clientSecret}
          onClose={() => setMade(undefined)}
        >
          <CopyLine label="Client ID" value={made.clientId} />
        </SecretOnce>
      )}
    </>
  )
}

const kinds = { Active: 'good', Disabled: 'off', Expired: 'bad', 'Expires soon': 'warn' } as const satisfies Record<
  RegistrationState,
  string
>

function State({ registration }: { registration: AppRegistration }) {
  const state = stateOf(registration, useNow())
  return <StateWord kind={kinds[state]}>{state}</StateWord>
}

const columnsOf = (open: (id: string) => void): Column<AppRegistration>[] => [
  { id: 'name', header: 'Name', render: ({ id, name }) => <OpenButton id={id} name={name} onOpen={open} /> },
  { id: 'state', header: 'State', width: 124, render: (registration) => <State registration={registration} /> },
  {
    id: 'expiresAt',
    header: 'Expires',
    width: 84,
    align: 'right',
    render: ({ expiresAt }) => (expiresAt === null ? 'never' : <Time value={expiresAt} />),
  },
  {
    id: 'capabilities',
    header: 'May',
    width: 190,
    from: 'sm',
    render: ({ capabilities }) => capabilityWords(capabilities),
  },
  {
    id: 'clientId',
    header: 'Client ID',
    width: 190,
    from: 'sm',
    render: ({ clientId }) => <Identifier inTable value={clientId} label="the Client ID" />,
  },
]
