import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAction } from '../../../ui/use-action.ts'

/** Returns a function that refreshes devices, reviews and their alerts. */
function useRefreshIdentity(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await Promise.all(['devices', 'reviews', 'alerts'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }, [queryClient])
}

/** An action that merges, splits or reviews devices. `run` gets a function that refreshes the affected data. */
export function useIdentityAction<T = void>(failed: string, run: (input: T, refresh: () => Promise<void>) => unknown) {
  const refresh = useRefreshIdentity()
  return useAction(failed, async (input: T) => run(input, refresh))
}
