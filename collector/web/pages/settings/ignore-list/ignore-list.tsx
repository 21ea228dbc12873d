import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreList } from '../../../api/catalogs.ts'
import { useMay } from '../../../api/use-may.ts'
import { FilterChip } from '../../../table/filter-chip.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import type { SettingsListState } from '../../../table/list-search.ts'
import { pagingOf } from '../../../table/paging.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { Empty } from '../../../ui/states/empty.tsx'
import { ValueForm } from '../value-form.tsx'
import { ignoreColumns } from './columns.tsx'
import { ignoreKinds } from './kinds.ts'

/** What is kept out of the inventory. */
export function IgnoreList() {
  const address = useListAddress<SettingsListState>()
  const { kind } = address.state
  const query = useQuery(ignoreList.listOptions({ kind, ...pagingOf(address.state) }))
  const mayEdit = useMay('EditInventory')
  const [isAdding, setAdding] = useState(false)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [ignoreList.name] })
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
      Ignore more
    </Button>
  )
  return (
    <>
      <ListPage
        name="Ignore List"
        about="What matches is kept out of the inventory: scans count it as ignored, and what agents send of it is dropped. Devices that are in the inventory already stay."
        address={address}
        columns={ignoreColumns(mayEdit ? refresh : undefined)}
        query={query}
        nameOf={({ pattern }) => pattern}
        sort=""
        filters={
          <FilterChip
            label="Kind"
            value={kind}
            options={Object.entries(ignoreKinds).map(([value, { label }]) => ({ value, label }))}
            onChange={(next) => address.change({ kind: next })}
          />
        }
        actions={mayEdit && add}
        empty={
          kind ? (
            <Empty title="Nothing of this kind is ignored" />
          ) : (
            <Empty title="Nothing is ignored" action={mayEdit && add}>
              A device that is ignored from its page comes here with all that identifies it. Patterns keep out whole
              groups, such as the phones of guests.
            </Empty>
          )
        }
      />
      {isAdding && (
        <ValueForm
          title="Keep out of the inventory"
          action="Ignore"
          kinds={ignoreKinds}
          field={{
            name: 'pattern',
            label: 'Pattern',
            description: '* stands for any text, ? for one character; upper and lower case are alike.',
          }}
          save={(json) => ignoreList.create(json).then(refresh)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
