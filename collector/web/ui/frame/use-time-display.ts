import type { Me } from '@rollcall/shared/api/user.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meOptions } from '../../api/me.ts'
import { siteOf } from '../../api/use-site.ts'
import { publishTimeDisplay, setTimeDisplay, timeDisplay } from '../time-format.ts'

/** Formats all times from now on as the user has chosen, or else as the site says. */
export function applyTimeDisplay(me: Me): void {
  const site = siteOf(me)?.display
  setTimeDisplay({
    dateFormat: me.dateFormat ?? site?.dateFormat ?? 'browser',
    timeZone: me.timeZone ?? site?.timeZone ?? null,
  })
}

/** Keeps the format of all times as the user or the site changes it. */
export function useTimeDisplay(): void {
  const { data: me } = useSuspenseQuery(meOptions)
  // Before the page below is rendered, which then formats its times.
  applyTimeDisplay(me)
  const { dateFormat, timeZone } = timeDisplay()
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows a changed display
  useEffect(publishTimeDisplay, [dateFormat, timeZone])
}
