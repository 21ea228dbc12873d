import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { meOptions } from './api/me.ts'
import { ApiError } from './api/problem.ts'
import { readDeviceSearch, readListSearch } from './pages/search.ts'
import { Frame } from './ui/frame/frame.tsx'
import { NotFound, PageFailure, PagePending } from './ui/states/page-states.tsx'

type RouterContext = { queryClient: QueryClient }

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Said even where it is none: what is left out would be taken from the address as it stands.
  validateSearch: ({ to }: Record<string, unknown>): { to?: string | undefined } => ({
    to: isOwnAddress(to) ? to : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in.tsx'), 'SignIn'),
})

/** Where the sign-in leads afterwards comes from the address, which anybody may have written. */
const isOwnAddress = (to: unknown): to is string => typeof to === 'string' && /^\/(?![/\\])/.test(to)

const signedIn = async ({ context, location }: { context: RouterContext; location: { href: string } }) => {
  try {
    return { me: await context.queryClient.ensureQueryData(meOptions) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } })
    }
    throw error
  }
}

const changePassword = createRoute({
  getParentRoute: () => root,
  path: '/change-password',
  beforeLoad: signedIn,
  component: lazyRouteComponent(() => import('./pages/change-password/change-password.tsx'), 'ChangePassword'),
})

const frame = createRoute({
  getParentRoute: () => root,
  id: 'frame',
  beforeLoad: async (given) => {
    const { me } = await signedIn(given)
    if (me.mustChangePassword) throw redirect({ to: '/change-password' })
  },
  component: Frame,
})

const start = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/devices', replace: true })
  },
})

const devices = createRoute({
  getParentRoute: () => frame,
  path: '/devices',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./pages/devices/devices.tsx'), 'Devices'),
})

const device = createRoute({
  getParentRoute: () => frame,
  path: '/devices/$deviceId',
  validateSearch: readDeviceSearch,
  component: lazyRouteComponent(() => import('./pages/device/device.tsx'), 'DevicePage'),
})

const deviceTabs = [
  createRoute({
    getParentRoute: () => device,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/device/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/hardware',
    component: lazyRouteComponent(() => import('./pages/device/hardware/hardware.tsx'), 'HardwareTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/software',
    component: lazyRouteComponent(() => import('./pages/device/software.tsx'), 'SoftwareTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/network',
    component: lazyRouteComponent(() => import('./pages/device/network/network.tsx'), 'NetworkTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/supplies',
    component: lazyRouteComponent(() => import('./pages/device/supplies.tsx'), 'SuppliesTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/audit',
    component: lazyRouteComponent(() => import('./pages/device/audit.tsx'), 'AuditTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/history',
    component: lazyRouteComponent(() => import('./pages/device/history/history.tsx'), 'HistoryTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/identity',
    component: lazyRouteComponent(() => import('./pages/device/identity.tsx'), 'IdentityTab'),
  }),
] as const

const routeTree = root.addChildren([
  signIn,
  changePassword,
  frame.addChildren([start, devices, device.addChildren(deviceTabs)]),
])

/** Addresses are plain: every value of a query is text, as a person would write it. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    search: { strict: true },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
