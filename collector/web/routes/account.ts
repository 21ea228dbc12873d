import { createRoute } from '@tanstack/react-router'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const account = createRoute({
  getParentRoute: () => frame,
  path: '/account',
  component: lazyPage(() => import('../pages/account/account.tsx'), 'Account'),
})

const apiDocumentation = createRoute({
  getParentRoute: () => frame,
  path: '/api-documentation',
  component: lazyPage(() => import('../pages/api-documentation/api-documentation.tsx'), 'ApiDocumentation'),
})

/** Routes of the signed-in user's own account, and of the API that it may call. */
export const accountRoutes = [account, apiDocumentation] as const
