import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from './me.ts'
import { chosenSite } from './site.ts'

/** Returns the site that this tab shows; undefined for a user without sites. */
export function useSite() {
  const { data: me } = useSuspenseQuery(meOptions)
  const chosen = chosenSite()
  return me.sites.find(({ id }) => id === chosen) ?? me.sites[0]
}
