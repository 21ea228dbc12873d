import type { Column } from './types.ts'

/** The columns to show: those that the address names, else the usual ones; always in the order of their definition. */
export function shownColumns<T>(columns: readonly Column<T>[], named: string | undefined): Column<T>[] {
  const wanted = named?.split(',')
  return columns.filter(({ id, optional, fixed }) => fixed || (wanted ? wanted.includes(id) : !optional))
}

/** For the address; undefined when they are the usual ones. */
export function nameColumns<T>(columns: readonly Column<T>[], ids: readonly string[]): string | undefined {
  const named = columns.filter(({ id, fixed }) => !fixed && ids.includes(id)).map(({ id }) => id)
  const usual = columns.filter(({ optional, fixed }) => !fixed && !optional).map(({ id }) => id)
  return named.join() === usual.join() ? undefined : named.join() || 'none'
}
