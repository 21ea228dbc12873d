import { createRoute, redirect } from '@tanstack/react-router'
import { areFirstStepsDue } from '../pages/first-steps/due.ts'
import { Frame } from '../ui/frame/frame.tsx'
import { applyTimeDisplay } from '../ui/frame/use-time-display.ts'
import { PageNotFound } from '../ui/states/page-states.tsx'
import { pagesBelow } from './page.ts'
import { root, signedIn } from './root.ts'

/** The parent of all pages of a signed-in user. */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: async (given) => {
    const { me } = await signedIn(given)
    // The data of the page, which is read before the frame is rendered, may depend on the time zone.
    applyTimeDisplay(me)
    const { pathname, href } = given.location
    const isStart = pathname === '/'
    if (me.mustChangePassword) throw redirect({ to: '/change-password', search: href === '/' ? {} : { to: href } })
    if (isStart && (await areFirstStepsDue(given.context.queryClient, me))) throw redirect({ to: '/first-steps' })
  },
  component: Frame,
})

export const { page, pageWith } = pagesBelow(() => frame)

/** Any address that no other route has. */
export const unknownPage = createRoute({ getParentRoute: () => frame, path: '$', component: PageNotFound })
