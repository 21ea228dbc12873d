import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions, tagsOptions } from '../../api/catalogs.ts'
import { deviceListOptions } from '../../api/devices.ts'
import { FilterChip } from '../../table/filter-chip.tsx'
import { deviceTypeNames } from '../../ui/device-type.tsx'
import { useNow } from '../../ui/now.tsx'
import type { DeviceListState } from '../search.ts'
import { filterOf, spans } from './query.ts'
import { SoftwareFilter } from './software-filter.tsx'

type Props = { state: DeviceListState; onChange: (change: Partial<DeviceListState>) => void }

export function DeviceFilters({ state, onChange }: Props) {
  const tags = useQuery(tagsOptions)
  const segments = useQuery(segmentsOptions)
  const spanOptions = Object.entries(spans).map(([value, { label }]) => ({ value, label }))
  return (
    <>
      <TypeFilter state={state} onChange={onChange} />
      <FilterChip
        label="Tag"
        value={state.tag}
        options={(tags.data?.items ?? []).map(({ id, name, deviceCount }) => ({
          value: id,
          label: name,
          count: deviceCount,
        }))}
        onChange={(tag) => onChange({ tag })}
      />
      <FilterChip
        label="Segment"
        value={state.segmentId}
        options={(segments.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(segmentId) => onChange({ segmentId })}
      />
      <SoftwareFilter softwareId={state.software} onChange={(software) => onChange({ software })} />
      <FilterChip
        label="Changed in the last"
        value={state.changed}
        options={spanOptions}
        onChange={(changed) => onChange({ changed })}
      />
      <FilterChip
        label="Not seen for"
        value={state.quiet}
        options={spanOptions}
        onChange={(quiet) => onChange({ quiet })}
      />
      <FilterChip
        label="Archived"
        value={state.archived}
        options={[{ value: 'true', label: 'only those' }]}
        onChange={(archived) => onChange({ archived })}
      />
    </>
  )
}

/** With how many devices each type would leave, asked for once the choices are looked at. */
function TypeFilter({ state, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow()
  const types = Object.entries(deviceTypeNames)
  const counts = useQueries({
    queries: types.map(([type]) => ({
      ...deviceListOptions({ ...filterOf({ ...state, type }, now), limit: 1 }),
      enabled: isOpen,
    })),
    combine: (results) => results.map(({ data }) => (data as List<DeviceListItem> | undefined)?.total),
  })
  const options = types.map(([value, label], at) => {
    const count = counts[at]
    return { value, label, ...(count === undefined ? {} : { count }) }
  })
  return (
    <FilterChip
      label="Type"
      value={state.type}
      options={options}
      onOpen={() => setIsOpen(true)}
      onChange={(type) => onChange({ type })}
    />
  )
}
