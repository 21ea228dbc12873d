import { isOwnPath } from '@rollcall/shared/own-path.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.ts'
import { root, signedIn } from './root.ts'

type SignInSearch = {
  /** Where it leads afterwards. */
  to?: string | undefined
  /** Why a sign-in by the issuer came to nothing. */
  error?: string | undefined
  /** That the session has come to its end. */
  ended?: string | undefined
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Anybody may have written the address. What is left out would be taken from it as it stands, so all is said.
  validateSearch: ({ to, error, ended }: Record<string, unknown>): SignInSearch => ({
    to: typeof to === 'string' && isOwnPath(to) ? to : undefined,
    error: typeof error === 'string' ? error : undefined,
    ended: ended === 'true' ? ended : undefined,
  }),
  component: lazyPage(() => import('../pages/sign-in/sign-in.tsx'), 'SignIn'),
})

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/change-password',
  beforeLoad: signedIn,
  component: lazyPage(() => import('../pages/change-password/change-password.tsx'), 'ChangePassword'),
})

/** What is seen before, or instead of, the frame. */
export const doorwayRoutes = [signIn, changePassword] as const
