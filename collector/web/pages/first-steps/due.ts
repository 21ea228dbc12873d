import type { Me } from '@rollcall/shared/api/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import { segmentsOptions } from '../../api/catalogs.ts'
import { deviceListOptions } from '../../api/devices.ts'
import { may } from '../../api/me.ts'

const key = 'rollcall-first-steps'

/** Starts the first steps on this browser, after the first own password is set. */
export const beginFirstSteps = (): void => localStorage.setItem(key, 'begun')

/** Stops offering the first steps. Settings still links to them. */
export const leaveFirstSteps = (): void => localStorage.removeItem(key)

/** More devices than this machine alone, so somebody has already started. */
const begunCount = 2

/** Returns whether an administrator still has unfinished first steps on this browser and few devices. */
export async function areFirstStepsDue(queryClient: QueryClient, me: Me): Promise<boolean> {
  if (localStorage.getItem(key) === null || !may(me, 'Administrator')) return false
  try {
    const segments = await queryClient.ensureQueryData(segmentsOptions)
    if (segments.items.some(({ lastScan }) => lastScan !== null)) return false
    return (await queryClient.fetchQuery(deviceListOptions({ limit: 1 }))).total < begunCount
  } catch {
    // If the check fails, the requested page opens and shows the error.
    return false
  }
}
