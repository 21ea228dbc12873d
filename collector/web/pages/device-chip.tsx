import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceOptions } from '../api/devices.ts'
import { deviceSearchOptions } from '../api/search.ts'
import { FilterChip } from '../table/filter-chip.tsx'

const typingMs = 150

type Props = { value: string | undefined; onChange: (deviceId: string | undefined) => void }

/** Filters by one device, found by any of its identifiers. */
export function DeviceChip({ value, onChange }: Props) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text, typingMs)
  const results = useQuery(deviceSearchOptions(q))
  const chosen = useQuery({ ...deviceOptions(value ?? ''), enabled: value !== undefined })
  const offers = (q === '' ? [] : (results.data?.items ?? [])).map(({ id, name, ipAddress }) => ({
    value: id,
    label: ipAddress ? `${name} (${ipAddress})` : name,
  }))
  const others = offers.filter((offer) => offer.value !== value)
  return (
    <FilterChip
      label="Device"
      value={value}
      options={[...(chosen.data ? [{ value: chosen.data.id, label: chosen.data.name }] : []), ...others]}
      onSearch={setText}
      onChange={onChange}
    />
  )
}
