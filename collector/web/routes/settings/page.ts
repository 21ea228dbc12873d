import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { readSettingsSearch } from '../../table/list-search.ts'
import type { SettingsPage } from '../../ui/frame/settings-pages.ts'
import { frame } from '../frame.ts'
import { lazyPage } from '../lazy-page.ts'

export const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyPage(() => import('../../pages/settings/settings.tsx'), 'Settings'),
})

/** Defines a Settings page and adds it to the navigation, the list and the search. */
export function page<P extends string>(path: P, details: SettingsPage, component: RouteComponent) {
  return pageWith(readSettingsSearch, path, details, component)
}

/** Defines one whose address has more than other Settings pages. */
export function pageWith<P extends string, S extends object>(
  validateSearch: (given: Record<string, unknown>) => S,
  path: P,
  details: SettingsPage,
  component: RouteComponent,
) {
  return createRoute({
    getParentRoute: () => settings,
    path,
    staticData: { settings: details },
    validateSearch,
    component,
  })
}
