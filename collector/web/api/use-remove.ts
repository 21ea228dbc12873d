import { type QueryClient, useQueryClient } from '@tanstack/react-query'

export type Removable = { name: string; remove: (id: string) => Promise<void> }

/** Returns a function that removes an item, then reads again what is shown of its kind and of `others`. */
export function useRemove({ name, remove }: Removable, ...others: readonly string[]) {
  const client = useQueryClient()
  return async (id: string) => {
    await remove(id)
    await refreshAfterRemoval(client, [name, ...others], id)
  }
}

/** Reads again what is shown under these names, without the removed item: its panel may still be closing. */
export const refreshAfterRemoval = (client: QueryClient, names: readonly unknown[], id: string) =>
  client.invalidateQueries({ predicate: ({ queryKey: [name, , of] }) => names.includes(name) && of !== id })
