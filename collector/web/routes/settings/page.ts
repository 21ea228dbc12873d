import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { readSettingsSearch } from '../../table/list-search.ts'
import type { SettingsPage } from '../../ui/frame/settings-pages.ts'
import { page } from '../frame.ts'

export const settings = page('/settings', 'Settings', () => import('../../pages/settings/settings.tsx'))

/** Returns a function that defines the Settings pages of a group and adds them to the navigation, the list and the search. */
export const pagesIn =
  (group: SettingsPage['group']) =>
  <P extends string, S extends object = ReturnType<typeof readSettingsSearch>>(
    path: P,
    details: Omit<SettingsPage, 'group'>,
    component: RouteComponent,
    validateSearch: (given: Record<string, unknown>) => S = readSettingsSearch as (given: Record<string, unknown>) => S,
  ) =>
    createRoute({
      getParentRoute: () => settings,
      path,
      staticData: { settings: { group, ...details } },
      validateSearch,
      component,
    })
