import { useSuspenseQuery } from '@tanstack/react-query'
import { may, meOptions } from './me.ts'

/** Whether who has signed in may do what needs this capability. */
export function useMay(capability: Parameters<typeof may>[1]): boolean {
  const { data: me } = useSuspenseQuery(meOptions)
  return may(me, capability)
}
