import { createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { listSearch } from '../pages/search.ts'
import type { SettingsPlace } from '../pages/settings/settings-page.ts'
import { frame } from './frame.ts'

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings.tsx'), 'Settings'),
})

const readSearch = listSearch()

/** A page below Settings: this one line, and it is in the navigation of Settings, in its list and found by the search. */
function page<P extends string>(path: P, place: SettingsPlace, component: RouteComponent) {
  return createRoute({
    getParentRoute: () => settings,
    path,
    staticData: { settings: place },
    validateSearch: readSearch,
    component,
  })
}

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/settings/overview.tsx'), 'SettingsOverview'),
})

const pages = [
  page(
    '/sites',
    { group: 'Sites and access', label: 'Sites', about: 'Make sites and name them.', needs: 'Administrator' },
    lazyRouteComponent(() => import('../pages/settings/sites/sites.tsx'), 'Sites'),
  ),
] as const

export const settingsRoutes = [settings.addChildren([start, ...pages])] as const
