import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './problem.ts'

const triesMax = 2

/**
 * `onSignedOut` is called when the API no longer knows who calls. Where a change is refused since somebody else was
 * quicker, all that is shown is read anew.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error) => {
        onError(error)
        // What a form began with stays, and its ETag with it, or the next try would overwrite what nobody has looked at.
        const predicate = ({ queryKey: [first] }: Query) => first !== 'edited'
        if (error instanceof ApiError && error.isOutdated) void client.invalidateQueries({ predicate })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < triesMax && error instanceof ApiError && error.mayPass,
        // The browser's own idea of being online says nothing about the collector.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
