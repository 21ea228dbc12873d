import type { Me } from '@rollcall/shared/api/user.ts'
import type { QueryClient } from '@tanstack/react-query'
import { segmentsOptions } from '../../api/catalogs.ts'
import { may } from '../../api/me.ts'

const key = 'rollcall-first-steps'
const left = 'left'

/** In this browser they are not offered again of their own accord. */
export const leaveFirstSteps = (): void => localStorage.setItem(key, left)

/** For an administrator, until a segment of the site was scanned or somebody has left them. */
export async function areFirstStepsDue(queryClient: QueryClient, me: Me): Promise<boolean> {
  if (localStorage.getItem(key) === left || !may(me, 'Administrator')) return false
  // Where it cannot be known, the page that was asked for matters more, and says what is wrong.
  const segments = await queryClient.ensureQueryData(segmentsOptions).catch(() => undefined)
  return segments?.items.every(({ lastScan }) => lastScan === null) ?? false
}
