import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frame } from './frame.ts'

const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyRouteComponent(() => import('../pages/account/account.tsx'), 'Account'),
})

/** Of the person who has signed in. */
export const accountRoutes = [account] as const
