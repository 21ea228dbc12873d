import { useDebouncedValue } from '@mantine/hooks'
import type { Field, Item } from '@rollcall/shared/query/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { segmentsOptions, tagsOptions } from '../api/catalogs.ts'
import { publishersOptions, softwareListOptions } from '../api/software.ts'
import { summaryOptions } from '../api/summary.ts'

const typingMs = 150
const offeredMax = 20

/** Returns values of the site that begin with or contain the typed text, for fields that have a catalog. */
export function useFieldValues(field: Field | undefined, item: Item | undefined, typed: string): string[] {
  const [q] = useDebouncedValue(typed, typingMs)
  const name = field === undefined ? '' : item ? `${item.name}.${field.name}` : field.name
  const tags = useQuery({ ...tagsOptions, enabled: name === 'tag' })
  const segments = useQuery({ ...segmentsOptions, enabled: name === 'segment' })
  const summary = useQuery({ ...summaryOptions, enabled: name === 'manufacturer' })
  const products = useQuery({
    ...softwareListOptions({ q, groupBy: 'name', limit: offeredMax }),
    enabled: name === 'software.name',
  })
  const publishers = useQuery({ ...publishersOptions, enabled: name === 'software.publisher' })
  const values: Record<string, readonly string[] | undefined> = {
    tag: tags.data?.items.map((tag) => tag.name),
    segment: segments.data?.items.map((segment) => segment.name),
    manufacturer: summary.data?.devices.manufacturers.map(({ manufacturer }) => manufacturer),
    'software.name': products.data?.items.map((product) => product.name),
    'software.publisher': publishers.data?.items.map(({ publisher }) => publisher),
  }
  const wanted = typed.trim().toLowerCase()
  const fitting = (values[name] ?? []).filter((value) => value.toLowerCase().includes(wanted))
  return [...new Set(fitting)].slice(0, offeredMax)
}
