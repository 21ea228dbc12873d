import { useSuspenseQuery } from '@tanstack/react-query'
import { may, meOptions } from './me.ts'

/** Returns whether the signed-in user has a capability. */
export function useMay(capability: Parameters<typeof may>[1]): boolean {
  const { data: me } = useSuspenseQuery(meOptions)
  return may(me, capability)
}
