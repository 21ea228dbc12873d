import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that reads again what is shown under these names, the first parts of the query keys. */
export function useRefresh(...names: readonly string[]): () => Promise<unknown> {
  const client = useQueryClient()
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
}
