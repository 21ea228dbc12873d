import type { Column } from './types.ts'

/** Returns the columns to show: those in the address, else the defaults, in the order of their definition. */
export function shownColumns<T>(columns: readonly Column<T>[], named: string | undefined): Column<T>[] {
  const wanted = named?.split(',')
  return columns.filter(({ id, optional, fixed }) => fixed || (wanted ? wanted.includes(id) : !optional))
}

/** Formats columns for the address; undefined for the defaults. */
export function nameColumns<T>(columns: readonly Column<T>[], ids: readonly string[]): string | undefined {
  const named = columns.filter(({ id, fixed }) => !fixed && ids.includes(id)).map(({ id }) => id)
  const usual = columns.filter(({ optional, fixed }) => !fixed && !optional).map(({ id }) => id)
  return named.join() === usual.join() ? undefined : named.join() || 'none'
}
