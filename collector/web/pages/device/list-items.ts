import type { PlainColumn } from '../../ui/plain-table.tsx'

/** Returns the columns in which at least one item has a value. */
export const filledColumns = <T>(columns: readonly PlainColumn<T>[], items: readonly T[]): PlainColumn<T>[] =>
  columns.filter(({ render }) =>
    items.some((item) => {
      const cell = render(item)
      return cell !== undefined && cell !== null && cell !== '' && cell !== false
    }),
  )

/** Returns the items that contain a text in any of their values, without regard to case. */
export function matching<T extends object>(items: readonly T[], text = ''): readonly T[] {
  const wanted = text.toLowerCase()
  return wanted === '' ? items : items.filter((item) => valuesOf(item).some((value) => value.includes(wanted)))
}

/** Texts and numbers of an item and of the objects inside it. */
const valuesOf = (item: object): string[] =>
  Object.values(item).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? valuesOf(value) : [String(value).toLowerCase()],
  )
