import { useState } from 'react'
import { ignoreList } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FilterChip } from '../../../table/filter-chip.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { ValueForm } from '../value-form.tsx'
import { ignoreColumns } from './columns.tsx'
import { ignoreKinds } from './kinds.ts'

/** Patterns of devices that are not added to the inventory. */
export function IgnoreList() {
  const list = useListOf(ignoreList, { filters: ['kind'] })
  const { kind } = list.address.state
  const mayEdit = useMay('EditInventory')
  const [isAdding, setAdding] = useState(false)
  const refresh = useRefresh(ignoreList.name)
  const add = <AddButton label="Add pattern" onClick={() => setAdding(true)} />
  return (
    <>
      <ListPage
        name="Ignore List"
        {...list}
        about="Devices that match a pattern are not added to the inventory. Devices already in the inventory stay."
        columns={ignoreColumns(mayEdit)}
        filters={
          <FilterChip
            label="Kind"
            value={kind}
            options={optionsOf(ignoreKinds)}
            onChange={(next) => list.address.change({ kind: next })}
          />
        }
        actions={mayEdit && add}
        empty={
          kind ? (
            <Empty title="No patterns of this kind" />
          ) : (
            <Empty title="No patterns yet" action={mayEdit && add}>
              Ignoring a device adds its identifiers here. Patterns exclude whole groups, such as phones of guests.
            </Empty>
          )
        }
      />
      {isAdding && (
        <ValueForm
          title="Add pattern"
          action="Add"
          kinds={ignoreKinds}
          field={{
            name: 'pattern',
            label: 'Pattern',
            description: '* matches any text, ? one character. Case is ignored.',
          }}
          save={(json) => ignoreList.create(json).then(refresh)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
