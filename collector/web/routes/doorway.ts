import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root, signedIn } from './root.ts'

/** Where the sign-in leads afterwards comes from the address, which anybody may have written. */
const isOwnAddress = (to: unknown): to is string => typeof to === 'string' && /^\/(?![/\\])/.test(to)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Said even where it is none: what is left out would be taken from the address as it stands.
  validateSearch: ({
    to,
    error,
  }: Record<string, unknown>): { to?: string | undefined; error?: string | undefined } => ({
    to: isOwnAddress(to) ? to : undefined,
    error: typeof error === 'string' ? error : undefined,
  }),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in.tsx'), 'SignIn'),
})

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/change-password',
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('../pages/change-password/change-password.tsx'), 'ChangePassword'),
})

/** What is seen before, or instead of, the frame. */
export const doorwayRoutes = [signIn, changePassword] as const
