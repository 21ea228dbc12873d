import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { credentials, segmentsOptions } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { credentialColumns } from './columns.tsx'
import { CredentialForm } from './credential-form.tsx'
import { CredentialTest } from './credential-test.tsx'
import { HostKeySettings } from './host-key-settings.tsx'

/** Credentials for devices, directories and clouds. */
export function Credentials() {
  const list = useListOf(credentials)
  const segments = useQuery(segmentsOptions)
  const mayEdit = useMay('Administrator')
  const [open, setOpen] = useState<Open>()
  const [tested, setTested] = useState<CredentialRecord>()
  const close = () => setOpen(undefined)
  const add = <AddButton label="New credential" onClick={() => setOpen('new')} />
  return (
    <>
      <ListPage
        name="Credentials"
        {...list}
        about="Credentials read hosts (SNMP, SSH), directories and clouds. Secrets are write-only."
        columns={credentialColumns(segments.data?.items ?? [], mayEdit ? setOpen : undefined, setTested)}
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
      <OpenForm open={open} optionsOf={credentials.oneOptions} label="The credential" onClose={close}>
        {(edited) => <CredentialForm edited={edited} onClose={close} />}
      </OpenForm>
    </>
  )
}
