import type { Me } from '@rollcall/shared/api/user.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meOptions } from '../../api/me.ts'
import { useSite } from '../../api/use-site.ts'
import { publishTimeDisplay, setTimeDisplay } from '../time-format.ts'

/** Shows all times as the user has chosen, or else as the site says. */
export function useTimeDisplay(): void {
  const { data: me } = useSuspenseQuery(meOptions)
  const { dateFormat, timeZone } = displayOf(me, useSite())
  // Before the page below is rendered, which then formats its times.
  setTimeDisplay({ dateFormat, timeZone })
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows a changed display
  useEffect(publishTimeDisplay, [dateFormat, timeZone])
}

const displayOf = (me: Me, site: Me['sites'][number] | undefined) => ({
  dateFormat: me.dateFormat ?? site?.display.dateFormat ?? 'browser',
  timeZone: me.timeZone ?? site?.display.timeZone ?? null,
})
