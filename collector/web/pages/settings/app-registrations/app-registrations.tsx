import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type NewRegistrationSecret, registrations } from '../../../api/access.ts'
import { CopyField } from '../../../forms/copy-field.tsx'
import { Edited } from '../../../forms/edited.tsx'
import { SecretOnce } from '../../../forms/secret-once.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { columnsOf } from './columns.tsx'
import { NewRegistration } from './new-registration.tsx'
import { RegistrationForm } from './registration-form.tsx'

export function AppRegistrations() {
  const address = useListAddress()
  const query = useQuery(registrations.listOptions(pagingOf(address.state)))
  const [adds, setAdds] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const [created, setCreated] = useState<NewRegistrationSecret & { isReplaced?: boolean }>()
  const close = () => setOpenId(undefined)
  const add = <AddButton label="New registration" onClick={() => setAdds(true)} />
  return (
    <>
      <ListPage
        name="App registrations"
        exported={{ path: registrations.path }}
        about="API clients. Each has its own Client ID and Client secret."
        address={address}
        columns={columnsOf(setOpenId)}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        actions={add}
        empty={
          <Empty title="No App registrations yet" action={add}>
            Create one for each program that calls the API, so that you can revoke each on its own.
          </Empty>
        }
      />
      {adds && <NewRegistration onCreated={setCreated} onClose={() => setAdds(false)} />}
      {openId !== undefined && (
        <Edited options={registrations.oneOptions(openId)} label="The registration" onClose={close}>
          {(registration) => (
            <RegistrationForm
              registration={registration}
              onReplaced={(clientSecret) => setCreated({ ...registration.value, clientSecret, isReplaced: true })}
              onClose={close}
            />
          )}
        </Edited>
      )}
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
