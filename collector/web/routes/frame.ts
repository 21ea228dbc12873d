import { createRoute, redirect } from '@tanstack/react-router'
import { Frame } from '../ui/frame/frame.tsx'
import { root, signedIn } from './root.ts'

/** The parent of every page of somebody who has signed in. */
export const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: async (given) => {
    const { me } = await signedIn(given)
    if (me.mustChangePassword) throw redirect({ to: '/change-password' })
  },
  component: Frame,
})
