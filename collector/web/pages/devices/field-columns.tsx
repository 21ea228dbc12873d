import type { DeviceFields, DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { Field } from '@rollcall/shared/query/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oncePossible } from '../../routes/lazy-page.ts'
import type { Column } from '../../table/types.ts'
import { bytes } from '../../ui/amounts.ts'
import { Time } from '../../ui/time.tsx'
import { dayOf } from '../../ui/time-format.ts'
import { deviceColumns } from './columns.tsx'

type DeviceColumn = Column<DeviceListItem>
type Value = DeviceFields[string]

/** Fields that the columns of every device show. */
const shownFields: readonly string[] = [...deviceColumns.map(({ id }) => id), 'address', 'tag']

const catalogueOptions = {
  queryKey: ['fields of devices'],
  queryFn: () => oncePossible(() => import('@rollcall/shared/query/find-field.ts')),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Returns the columns of the list: those of every device, and one for each further field of the catalogue. */
export function useDeviceColumns(named: string | undefined) {
  const [isOffered, setIsOffered] = useState(false)
  const names = (named ?? '').split(',').filter((name) => name !== '' && name !== 'none' && !shownFields.includes(name))
  const isNeeded = names.length > 0
  const catalogue = useQuery({ ...catalogueOptions, enabled: isOffered || isNeeded }).data
  const columnOf = (name: string): DeviceColumn | undefined => {
    const found = catalogue?.columnField(name)
    return found && fieldColumn(name, found.field, found.item?.label)
  }
  const all = [...new Set([...(catalogue?.columnNames ?? []), ...names])].filter((name) => !shownFields.includes(name))
  const fields = all.flatMap((name) => columnOf(name) ?? [])
  const chosen = fields.filter(({ id }) => names.includes(id)).map(({ id }) => id)
  return {
    columns: [...deviceColumns, ...fields],
    /** Names of the fields that the API has to answer. */
    fields: chosen.length === 0 ? undefined : chosen.join(','),
    isReady: !isNeeded || catalogue !== undefined,
    /** Loads the catalogue for the menu of columns. */
    offer: () => setIsOffered(true),
    /** The column of a custom field. */
    columnNamed: (key: string) => (key.includes(',') ? undefined : columnOf(`custom.${key.replace(/^custom\./i, '')}`)),
  }
}

const rightAligned: readonly Field['kind'][] = ['number', 'percent', 'size', 'time']

const fieldColumn = (name: string, { label, kind }: Field, item: string | undefined): DeviceColumn => ({
  id: name,
  header: item === undefined ? label : `${item}: ${label}`,
  width: 140,
  optional: true,
  ...(rightAligned.includes(kind) && item === undefined ? { align: 'right' } : {}),
  render: ({ fields }) => {
    const values = [fields?.[name] ?? []].flat()
    const [only] = values
    if (values.length === 1 && kind === 'time') return <Time value={String(only)} />
    const text = values.map((value) => valueText(value, kind)).join(', ')
    return <span title={text}>{text}</span>
  },
})

/** Formats one value of a field. */
export function valueText(value: Extract<Value, string | number | boolean>, kind: Field['kind']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'size' && typeof value === 'number') return bytes(value) ?? ''
  if (kind === 'time') return dayOf(String(value))
  return kind === 'percent' ? `${value} %` : String(value)
}
