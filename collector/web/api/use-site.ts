import type { Me } from '@rollcall/shared/api/user.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from './me.ts'
import { chosenSite } from './site.ts'

/** Returns the site that this tab shows; undefined for a user without sites. */
export function siteOf({ sites }: Me): Me['sites'][number] | undefined {
  const chosen = chosenSite()
  return sites.find(({ id }) => id === chosen) ?? sites[0]
}

export const useSite = () => siteOf(useSuspenseQuery(meOptions).data)
