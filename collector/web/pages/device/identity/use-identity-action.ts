import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAction } from '../../../ui/use-action.ts'

/** What says which devices there are is read anew: the devices, what is to be settled, and the alerts about it. */
export function useRefreshIdentity(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    await Promise.all(['devices', 'reviews', 'alerts'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
  }, [queryClient])
}

/** An action that changes which device is which; `run` gets what has all of that read anew. */
export function useIdentityAction<T = void>(failed: string, run: (input: T, refresh: () => Promise<void>) => unknown) {
  const refresh = useRefreshIdentity()
  return useAction(failed, async (input: T) => run(input, refresh))
}
