import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './problem.ts'

const triesMax = 2

/**
 * Creates the query client. `onSignedOut` runs when the API reports an ended session. After a change is refused because
 * of a conflict, all shown data is read again.
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
        // A form keeps the state and ETag with which it was opened. Otherwise the next attempt would overwrite a change
        // that the user has not seen.
        const predicate = ({ queryKey: [first] }: Query) => first !== 'edited'
        if (error instanceof ApiError && error.isOutdated) void client.invalidateQueries({ predicate })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < triesMax && error instanceof ApiError && error.mayPass,
        // The browser's online state does not show whether the collector is reachable.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
