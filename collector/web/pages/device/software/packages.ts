import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'

export type Package = Software & { isForbidden: boolean }
type Wanted = {
  q?: string | undefined
  only?: string | undefined
  source?: string | undefined
  by?: string | undefined
}

export const groupings = { publisher: 'Publisher', source: 'Listed by', architecture: 'Architecture' } as const
type Grouping = keyof typeof groupings

export const isGrouping = (by: string | undefined): by is Grouping => by !== undefined && Object.hasOwn(groupings, by)

const labelOf = ({ name, version }: { name: string; version: string }) => `${name}\n${version}`

/** What is installed, with what of it is Forbidden now; compliance names it as it was reported. */
export function markForbidden(software: readonly Software[], forbidden: ComplianceItem['forbidden']): Package[] {
  const labels = new Set(forbidden.map(labelOf))
  return software.map((item) => ({ ...item, isForbidden: labels.has(labelOf(item)) }))
}

/** Those that the address asks for: group by group where it asks for groups, else as they are listed. */
export function wantedOf(packages: readonly Package[], { q = '', only, source, by }: Wanted): Package[] {
  const text = q.toLowerCase()
  const fitting = packages.filter(
    (item) =>
      `${item.name}\n${item.publisher ?? ''}`.toLowerCase().includes(text) &&
      (only !== 'forbidden' || item.isForbidden) &&
      (source === undefined || item.source === source),
  )
  return isGrouping(by) ? fitting.toSorted((a, b) => (a[by] ?? '').localeCompare(b[by] ?? '')) : fitting
}
