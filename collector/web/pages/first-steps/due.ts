import type { Me } from '@rollcall/shared/api/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import { segmentsOptions } from '../../api/catalogs.ts'
import { deviceListOptions } from '../../api/devices.ts'
import { may } from '../../api/me.ts'

const key = 'rollcall-first-steps'

/** From the first password of one's own on this browser leads to them. */
export const beginFirstSteps = (): void => localStorage.setItem(key, 'begun')

/** They are not offered again of their own accord; Settings leads to them. */
export const leaveFirstSteps = (): void => localStorage.removeItem(key)

/** More than this machine: somebody has begun already, by importing or with agents. */
const begunCount = 2

/** For an administrator who has begun them here and not left them, until there is something of an inventory. */
export async function areFirstStepsDue(queryClient: QueryClient, me: Me): Promise<boolean> {
  if (localStorage.getItem(key) === null || !may(me, 'Administrator')) return false
  try {
    const segments = await queryClient.ensureQueryData(segmentsOptions)
    if (segments.items.some(({ lastScan }) => lastScan !== null)) return false
    return (await queryClient.fetchQuery(deviceListOptions({ limit: 1 }))).total < begunCount
  } catch {
    // Where it cannot be known, the page that was asked for matters more, and says what is wrong.
    return false
  }
}
