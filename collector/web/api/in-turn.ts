import type { QueryClient } from '@tanstack/react-query'

/** Runs the changes of one resource one after another: of two at a time, the API refuses the slower one (412). */
export const inTurn = <T>(client: QueryClient, id: string, change: () => Promise<T>): Promise<T> =>
  client.getMutationCache().build(client, { scope: { id }, mutationFn: change }).execute(undefined)
