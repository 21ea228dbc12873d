import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, useContext, useLayoutEffect } from 'react'
import { may, meOptions } from './me.ts'

/** Takes each capability that the page would use and the user lacks, until the returned function is called. */
export const MissingRights = createContext<((capability: CapabilityName) => () => void) | undefined>(undefined)

/** Returns whether the signed-in user has a capability. If not, the page says whom to ask for it. */
export function useMay(capability: CapabilityName): boolean {
  const { data: me } = useSuspenseQuery(meOptions)
  const report = useContext(MissingRights)
  const isHeld = may(me, capability)
  useLayoutEffect(() => (isHeld ? undefined : report?.(capability)), [isHeld, capability, report])
  return isHeld
}
