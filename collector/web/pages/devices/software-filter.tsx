import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { softwareListOptions, softwareOptions } from '../../api/software.ts'
import { FilterChip } from '../../table/filter-chip.tsx'

type Props = { softwareId: string | undefined; onChange: (softwareId: string | undefined) => void }

const typingMs = 150
const offered = 50

/** Filters by a name group of the catalog, with search. The address may also name a single version. */
export function SoftwareFilter({ softwareId, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text, typingMs)
  const results = useQuery({ ...softwareListOptions({ q, groupBy: 'name', limit: offered }), enabled: isOpen })
  const chosen = useQuery({ ...softwareOptions(softwareId ?? ''), enabled: softwareId !== undefined }).data
  const offers = (results.data?.items ?? []).map(({ id, name, installations }) => ({
    value: id,
    label: name,
    count: installations,
  }))
  const isOffered = offers.some(({ value }) => value === softwareId)
  const own = chosen && !isOffered ? [{ value: chosen.id, label: [chosen.name, chosen.version].join(' ').trim() }] : []
  return (
    <FilterChip
      label="Software"
      value={softwareId}
      options={[...own, ...offers]}
      onOpen={() => setIsOpen(true)}
      onSearch={setText}
      onChange={onChange}
    />
  )
}
