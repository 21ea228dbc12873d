import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'

export type Package = Software & { isForbidden: boolean }
type Wanted = {
  q?: string | undefined
  only?: string | undefined
  source?: string | undefined
  by?: string | undefined
}

export const groupings = { publisher: 'Publisher', source: 'Source', architecture: 'Architecture' } as const
type Grouping = keyof typeof groupings

export const isGrouping = (by: string | undefined): by is Grouping => by !== undefined && Object.hasOwn(groupings, by)

const labelOf = ({ name, version }: { name: string; version: string }) => `${name}\n${version}`

/** Flags installed packages that are now Forbidden. Compliance names products as they were reported. */
export function flagForbidden(software: readonly Software[], forbidden: ComplianceItem['forbidden']): Package[] {
  const labels = new Set(forbidden.map(labelOf))
  return software.map((item) => ({ ...item, isForbidden: labels.has(labelOf(item)) }))
}

/** Returns the packages that match the address, by group if it asks for groups. */
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
