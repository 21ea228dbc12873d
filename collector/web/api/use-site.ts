import { useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meOptions } from './me.ts'
import { chosenSite, onSiteChange } from './site.ts'

/** The site that this tab shows; undefined for somebody who is bound to none. */
export function useSite() {
  const { data: me } = useSuspenseQuery(meOptions)
  const chosen = useSyncExternalStore(onSiteChange, chosenSite)
  return me.sites.find(({ id }) => id === chosen) ?? me.sites[0]
}
