import type { IdentityJunk } from '@rollcall/shared/api/identity-junk.ts'
import { useState } from 'react'
import { identityJunk } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FilterChip } from '../../../table/filter-chip.tsx'
import { ListPart } from '../../../table/list-part.tsx'
import type { SettingsListState } from '../../../table/list-search.ts'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { ValueForm } from '../value-form.tsx'
import { junkColumns } from './columns.tsx'
import { junkKinds } from './junk-kinds.ts'
import { MachineIdFallback } from './machine-id-fallback.tsx'

/** Values that do not identify devices on this site. */
export function Identity() {
  const mayEdit = useMay('Administrator')
  return (
    <>
      <PageHead
        title="Identity"
        about="Devices are matched by values such as serial numbers. Values that many devices share cannot identify one."
      />
      <JunkValues mayEdit={mayEdit} />
      {mayEdit && <MachineIdFallback />}
    </>
  )
}

function JunkValues({ mayEdit }: { mayEdit: boolean }) {
  const { address, query } = useListOf(identityJunk, { filters: ['kind'] })
  const { kind } = address.state
  const [isAdding, setAdding] = useState(false)
  const refresh = useRefresh(identityJunk.name, 'devices')
  const add = <AddButton label="Add value" onClick={() => setAdding(true)} />
  return (
    <Section title="Values that identify no device" aside={mayEdit && add}>
      <ListPart<IdentityJunk, SettingsListState>
        name="Values that identify no device"
        address={address}
        query={query}
        columns={junkColumns(mayEdit)}
        filters={
          <FilterChip
            label="Kind"
            value={kind}
            options={optionsOf(junkKinds)}
            onChange={(next) => address.change({ kind: next })}
          />
        }
        empty={
          <Empty title={kind ? 'No values of this kind' : 'No values on this site'}>
            Common placeholders, such as “To be filled by O.E.M.”, are ignored on every site. A value that several
            active devices share is learned and listed here.
          </Empty>
        }
      />
      {isAdding && (
        <ValueForm
          title="Add value that identifies no device"
          action="Add"
          kinds={junkKinds}
          field={{
            name: 'value',
            label: 'Value',
            description:
              'As shown on the Identity tab of a device; a serial number with its manufacturer and / in front. Devices matched only by this value are split, unless a user has merged them.',
          }}
          save={(json) => identityJunk.create(json).then(refresh)}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}
