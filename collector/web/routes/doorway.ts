import { isOwnPath } from '@rollcall/shared/own-path.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { root, signedIn } from './root.ts'

type SignInSearch = {
  /** The path to open after sign-in. */
  to?: string | undefined
  /** The error code of a sign-in by the issuer. */
  error?: string | undefined
  /** The session has ended. */
  ended?: string | undefined
}

const ownPath = (to: unknown) => (typeof to === 'string' && isOwnPath(to) ? to : undefined)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // The address is untrusted input. Omitted keys would be copied from it unchecked, so all are set.
  validateSearch: ({ to, error, ended }: Record<string, unknown>): SignInSearch => ({
    to: ownPath(to),
    error: typeof error === 'string' ? error : undefined,
    ended: ended === 'true' ? ended : undefined,
  }),
  component: lazyPage(() => import('../pages/sign-in/sign-in.tsx'), 'SignIn'),
})

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/change-password',
  validateSearch: ({ to }: Record<string, unknown>): Pick<SignInSearch, 'to'> => ({ to: ownPath(to) }),
  beforeLoad: signedIn,
  component: lazyPage(() => import('../pages/change-password/change-password.tsx'), 'ChangePassword'),
})

/** Routes outside the frame: sign-in and password change. */
export const doorwayRoutes = [signIn, changePassword] as const
