import { createRoute } from '@tanstack/react-router'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyPage(() => import('../pages/account/account.tsx'), 'Account'),
})

/** Routes of the signed-in user's own account. */
export const accountRoutes = [account] as const
