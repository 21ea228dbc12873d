import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import { deviceFilterOf, noManufacturer } from '@rollcall/shared/lists/device-filter.ts'
import { spanOptions } from '@rollcall/shared/lists/spans.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { segmentsOptions, tagsOptions } from '../../api/catalogs.ts'
import { deviceListOptions } from '../../api/devices.ts'
import { summaryOptions } from '../../api/summary.ts'
import { QueryFilters } from '../../query/query-filters.tsx'
import { FilterChip } from '../../table/filter-chip.tsx'
import { FilterChips } from '../../table/filter-chips.tsx'
import type { DeviceListState } from '../../table/list-search.ts'
import { deviceTypeNames } from '../../ui/device-type.tsx'
import { useNow } from '../../ui/now.tsx'
import { itemOptions } from '../../ui/options.ts'
import { isNarrowed } from './query.ts'
import { SoftwareFilter } from './software-filter.tsx'

type FilterProps = { state: DeviceListState; onChange: (change: Partial<DeviceListState>) => void }
type Props = FilterProps & {
  /** The API's reason, if it refused the query. */
  refusal: string | undefined
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
const sources = (['Service', 'Agent', 'Import', 'Manual'] as const satisfies SnapshotSource[]).map((value) => ({
  value,
  label: value === 'Service' ? 'Audit Service' : value,
}))
const seldomFilters = [
  { key: 'seen', label: 'Seen in the last', options: spanOptions },
  { key: 'quiet', label: 'Not seen for', options: spanOptions },
  { key: 'new', label: 'First seen in the last', options: spanOptions },
  { key: 'changed', label: 'Changed in the last', options: spanOptions },
  { key: 'stale', label: 'Stale', options: yesOrNo },
  { key: 'unreadable', label: 'No longer readable', options: yesOrNo },
  { key: 'source', label: 'Source', options: sources },
  { key: 'archived', label: 'Archived', options: [{ value: 'true', label: 'Only archived' }] },
] as const

/** Names of what a list at a past time leaves out, by their keys in the address. */
export const filterNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(seldomFilters.map(({ key, label }) => [key, label])),
  maker: 'Manufacturer',
  software: 'Software',
  query: 'Query',
  columns: 'Columns',
  sort: 'Order',
}

export function DeviceFilters({ state, refusal, onChange }: Props) {
  const tags = useQuery(tagsOptions)
  const segments = useQuery(segmentsOptions)
  const tagOptions = (tags.data?.items ?? []).map(({ id, name, deviceCount }) => ({
    value: id,
    label: name,
    count: deviceCount,
  }))
  return (
    <>
      <TypeFilter state={state} onChange={onChange} />
      <ManufacturerFilter state={state} onChange={onChange} />
      <FilterChips
        state={state}
        onChange={onChange}
        chips={[
          { key: 'tag', label: 'Tag', options: tagOptions },
          { key: 'segmentId', label: 'Segment', options: itemOptions(segments.data?.items) },
        ]}
      />
      <SoftwareFilter softwareId={state.software} onChange={(software) => onChange({ software })} />
      {/* Those that links and views set. The query has their fields as well. */}
      <FilterChips
        state={state}
        onChange={onChange}
        chips={seldomFilters.filter(({ key }) => state[key] !== undefined)}
      />
      <QueryFilters
        text={state.query}
        withStarts={!isNarrowed(state)}
        refusal={refusal}
        onChange={(query) => onChange({ query })}
      />
    </>
  )
}

/** Filter by type, with the number of devices of each, loaded when the menu opens. */
function TypeFilter({ state, onChange }: FilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const now = useNow()
  const types = Object.entries(deviceTypeNames)
  const counts = useQueries({
    queries: types.map(([type]) => ({
      ...deviceListOptions({ ...deviceFilterOf({ ...state, type }, now), limit: 1 }),
      enabled: isOpen,
    })),
    combine: (results) => results.map(({ data }) => (data as List<DeviceListItem> | undefined)?.total),
  })
  const options = types.map(([value, label], at) => {
    const count = counts[at]
    return { value, label, ...optional({ count }) }
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

/** Filter by manufacturer, most common first, loaded when the menu opens. */
function ManufacturerFilter({ state, onChange }: FilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const summary = useQuery({ ...summaryOptions, enabled: isOpen })
  const { manufacturers = [], withoutManufacturer = 0 } = summary.data?.devices ?? {}
  const options = [
    ...manufacturers.map(({ manufacturer, devices }) => ({ value: manufacturer, label: manufacturer, count: devices })),
    { value: noManufacturer, label: 'Unknown', count: withoutManufacturer },
  ]
  return (
    <FilterChip
      label="Manufacturer"
      value={state.maker}
      options={options}
      onOpen={() => setIsOpen(true)}
      onChange={(maker) => onChange({ maker })}
    />
  )
}
