import { useState } from 'react'
import { type NewRegistrationSecret, registrations } from '../../../api/access.ts'
import { CopyField } from '../../../forms/copy-field.tsx'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { columnsOf } from './columns.tsx'
import { NewRegistration } from './new-registration.tsx'
import { RegistrationForm } from './registration-form.tsx'

export function AppRegistrations() {
  const list = useListOf(registrations)
  const [open, setOpen] = useState<Open>()
  const [created, setCreated] = useState<NewRegistrationSecret & { isReplaced?: boolean }>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New registration" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="App registrations"
        {...list}
        about="API clients. Each has its own Client ID and Client secret."
        columns={columnsOf((id) => setOpen({ id }))}
        actions={add}
        empty={
          <Empty title="No App registrations yet" action={add}>
            Create one for each program that calls the API, so that you can revoke each on its own.
          </Empty>
        }
      />
      <OpenForm open={open} optionsOf={registrations.oneOptions} label="The registration" onClose={close}>
        {(edited) =>
          edited ? (
            <RegistrationForm
              registration={edited}
              onReplaced={(clientSecret) => setCreated({ ...edited.value, clientSecret, isReplaced: true })}
              onClose={close}
            />
          ) : (
            <NewRegistration onCreated={setCreated} onClose={close} />
          )
        }
      </OpenForm>
      {created && (
        <SecretOnce
          title={created.isReplaced ? `New secret of ${created.name}` : `${created.name} created`}
          label="Client secret"
          secret={created.clientSecret}
          onClose={() => setCreated(undefined)}
        >
          <CopyField label="Client ID" value={created.clientId} />
        </SecretOnce>
      )}
    </>
  )
}
