import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router'
import { meOptions } from '../api/me.ts'
import { ApiError } from '../api/problem.ts'
import { leaveForeignSite } from '../api/site.ts'
import type { Layers } from '../ui/layers/layers.ts'
import type { Unsaved } from '../ui/layers/unsaved.ts'

type RouterContext = { queryClient: QueryClient; layers: Layers; unsaved: Unsaved }

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet })

/** Lets signed-in users pass. Others sign in first and then return. */
export async function signedIn({
  context,
  location,
}: {
  context: RouterContext
  location: { href: string; pathname: string }
}) {
  try {
    const me = await context.queryClient.ensureQueryData(meOptions)
    leaveForeignSite(me.sites)
    return { me }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } })
    }
    throw error
  }
}
