import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './problem.ts'

const triesMax = 2

/** `onSignedOut` is called when the API no longer knows who calls. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
}
