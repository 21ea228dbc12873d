import { page } from './frame.ts'

/** Routes of the signed-in user's own account, and of the API that it may call. */
export const accountRoutes = [
  page('/account', 'Account', () => import('../pages/account/account.tsx')),
  page('/api-documentation', 'ApiDocumentation', () => import('../pages/api-documentation/api-documentation.tsx')),
] as const
