import type { AppRegistration } from '@rollcall/shared/api/app-registration.ts'
import { RoleName } from '../../../forms/access-fields.tsx'
import { OpenButton } from '../../../table/open-button.tsx'
import type { Column } from '../../../table/types.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { useNow } from '../../../ui/now.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { Time } from '../../../ui/time.tsx'
import { type RegistrationState, stateOf } from './expiry.ts'

const kinds = { Active: 'good', Disabled: 'off', Expired: 'bad', 'Expires soon': 'warn' } as const satisfies Record<
  RegistrationState,
  string
>

function State({ registration }: { registration: AppRegistration }) {
  const state = stateOf(registration, useNow())
  return <StateWord kind={kinds[state]}>{state}</StateWord>
}

/** Columns of the App registrations list. */
export const columnsOf = (open: (id: string) => void): Column<AppRegistration>[] => [
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
    header: 'Role',
    width: 130,
    from: 'sm',
    render: ({ capabilities }) => <RoleName held={capabilities} />,
  },
  {
    id: 'clientId',
    header: 'Client ID',
    width: 190,
    from: 'sm',
    render: ({ clientId }) => <Identifier inTable value={clientId} label="Client ID" />,
  },
]
