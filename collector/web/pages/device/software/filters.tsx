import { FilterChip } from '../../../table/filter-chip.tsx'
import type { DevicePageState } from '../../../table/list-search.ts'
import { optionsOf } from '../../../ui/options.ts'
import { groupings, type Package } from './packages.ts'

type Props = {
  packages: readonly Package[]
  state: DevicePageState
  onChange: (part: Partial<DevicePageState>) => void
}

export function PackageFilters({ packages, state, onChange }: Props) {
  const forbidden = packages.filter(({ isForbidden }) => isForbidden).length
  const bySource = Map.groupBy(packages, ({ source }) => source)
  const sources = [...bySource].flatMap(([source, items]) =>
    source === undefined ? [] : [{ value: source, label: source, count: items.length }],
  )
  return (
    <>
      {(forbidden > 0 || state.only) && (
        <FilterChip
          label="Show"
          value={state.only}
          options={[{ value: 'forbidden', label: 'Only Forbidden', count: forbidden }]}
          onChange={(only) => onChange({ only })}
        />
      )}
      {sources.length > 1 && (
        <FilterChip label="Source" value={state.source} options={sources} onChange={(source) => onChange({ source })} />
      )}
      <FilterChip
        label="Group by"
        value={state.by}
        options={optionsOf(groupings)}
        onChange={(by) => onChange({ by })}
      />
    </>
  )
}
