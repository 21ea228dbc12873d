import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { publishersOptions } from '../../api/software.ts'
import { FilterChip } from '../../table/filter-chip.tsx'
import type { SoftwareListState } from '../../table/list-search.ts'
import { groupNames } from './group.tsx'

type Props = { state: SoftwareListState; onChange: (change: Partial<SoftwareListState>) => void }

const kinds = [
  { value: 'product', label: 'Products' },
  { value: 'update', label: 'Updates' },
]

export function SoftwareFilters({ state, onChange }: Props) {
  return (
    <>
      <SegmentedControl
        aria-label="Group rows"
        data={[
          { value: 'name', label: 'By name' },
          { value: 'version', label: 'By version' },
        ]}
        value={state.by === 'version' ? 'version' : 'name'}
        onChange={(by) => onChange({ by: by === 'version' ? by : undefined })}
      />
      <FilterChip
        label="Group"
        value={state.group}
        options={groupNames.map((name) => ({ value: name, label: name }))}
        onChange={(group) => onChange({ group })}
      />
      <FilterChip label="Kind" value={state.kind} options={kinds} onChange={(kind) => onChange({ kind })} />
      <PublisherFilter state={state} onChange={onChange} />
    </>
  )
}

/** Filter by publisher, most products first, loaded when the menu opens. */
function PublisherFilter({ state, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const publishers = useQuery({ ...publishersOptions, enabled: isOpen })
  const options = publishers.data?.items ?? []
  return (
    <FilterChip
      label="Publisher"
      value={state.publisher}
      options={options.map(({ publisher, products }) => ({ value: publisher, label: publisher, count: products }))}
      onOpen={() => setIsOpen(true)}
      onChange={(publisher) => onChange({ publisher })}
    />
  )
}
