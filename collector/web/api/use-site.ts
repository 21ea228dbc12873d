import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from './me.ts'
import { chosenSite } from './site.ts'

/** The site that this tab shows; undefined for somebody who is bound to none. */
export function useSite() {
  const { data: me } = useSuspenseQuery(meOptions)
  const chosen = chosenSite()
  return me.sites.find(({ id }) => id === chosen) ?? me.sites[0]
}
