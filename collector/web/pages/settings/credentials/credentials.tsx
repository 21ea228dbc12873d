import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { credentials, segmentsOptions } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { Edited } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { SettingsListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { credentialColumns } from './columns.tsx'
import { CredentialForm } from './credential-form.tsx'
import { CredentialTest } from './credential-test.tsx'
import { HostKeySettings } from './host-key-settings.tsx'

/** Credentials for devices, directories and clouds. */
export function Credentials() {
  const address = useListAddress<SettingsListState>()
  const query = useQuery(credentials.listOptions(pagingOf(address.state)))
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<'new' | CredentialRecord>()
  const [tested, setTested] = useState<CredentialRecord>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New credential" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Credentials"
        exported={{ path: credentials.path }}
        about="Credentials read hosts (SNMP, SSH), directories and clouds. Secrets are write-only."
        address={address}
        columns={credentialColumns(segments.data?.items ?? [], mayEdit ? setOpen : undefined, setTested)}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        actions={mayEdit && add}
        empty={
          <Empty title="No credentials yet" action={mayEdit && add}>
            Without credentials, a scan reads only what hosts show without a login or to the SNMP community “public”.
            With them it reads hardware, software, ports and neighbours.
          </Empty>
        }
      />
      {mayEdit && <HostKeySettings />}
      {tested && <CredentialTest credential={tested} onClose={() => setTested(undefined)} />}
      {open === 'new' && <CredentialForm onClose={close} />}
      {open !== undefined && open !== 'new' && (
        <Edited options={credentials.oneOptions(open.id)} label="The credential" onClose={close}>
          {(credential) => <CredentialForm credential={credential} onClose={close} />}
        </Edited>
      )}
    </>
  )
}
