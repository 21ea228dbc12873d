import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Opened = { cause: 'enter' | 'stay' | 'preload'; context: { queryClient: QueryClient } }

/** Reads the data of an opened page while its script loads. A hovered link loads the script alone. */
export function readEarly({ cause, context: { queryClient } }: Opened, ...queries: { queryKey: QueryKey }[]): void {
  if (cause === 'enter') for (const query of queries) void queryClient.prefetchQuery(query)
}
