import type { List, Page } from '@rollcall/shared/api/common.ts'

/** A select with its condition and order, but no page yet. */
type Ordered<R> = { limit(rows: number): { offset(rows: number): PromiseLike<R[]> } }

/** Reads a page of a list. `total` is the `$count` of the table and condition that `rows` are selected by. */
export async function readPage<R>(
  rows: Ordered<R>,
  total: PromiseLike<number>,
  { limit, offset }: Page,
): Promise<List<R>> {
  const [n, items] = await Promise.all([total, rows.limit(limit).offset(offset)])
  return { total: n, items }
}
