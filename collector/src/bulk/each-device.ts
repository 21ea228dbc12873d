import type { BulkUndo } from '../store/schema/bulk.ts'

/** The change that reverts one; undefined if nothing was changed, or if there is no way back. */
export type Undo = BulkUndo | undefined

/** Runs something for each device, one after the other. */
export async function each<T>(deviceIds: readonly string[], run: (id: string) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (const id of deviceIds) results.push(await run(id))
  return results
}
