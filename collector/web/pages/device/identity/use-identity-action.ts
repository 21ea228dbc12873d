import { useRefresh } from '../../../api/use-refresh.ts'
import { useAction } from '../../../ui/use-action.ts'

/** An action that merges, splits or reviews devices. `run` gets a function that refreshes the affected data. */
export function useIdentityAction<T = void>(
  failed: string,
  run: (input: T, refresh: () => Promise<unknown>) => unknown,
) {
  const refresh = useRefresh('devices', 'reviews', 'alerts')
  return useAction(failed, async (input: T) => run(input, refresh))
}
