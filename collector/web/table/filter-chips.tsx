import { FilterChip, type FilterOption } from './filter-chip.tsx'

type Values<K extends string> = Partial<Record<K, string | undefined>>
type Props<K extends string> = {
  state: Readonly<Values<K>>
  onChange: (change: Values<K>) => void
  /** The filters, each by its key in the address. */
  chips: readonly { key: K; label: string; options: readonly FilterOption[] }[]
}

/** Filters of a list whose values are known. */
export function FilterChips<K extends string>({ state, onChange, chips }: Props<K>) {
  return chips.map(({ key, ...chip }) => (
    <FilterChip key={key} {...chip} value={state[key]} onChange={(value) => onChange({ [key]: value } as Values<K>)} />
  ))
}
