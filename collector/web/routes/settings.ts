import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { readSettingsSearch } from '../table/list-search.ts'
import type { SettingsPlace } from '../ui/frame/settings-places.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyPage(() => import('../pages/settings/settings.tsx'), 'Settings'),
})

/** A page below Settings: this one line, and it is in the navigation of Settings, in its list and found by the search. */
function page<P extends string>(path: P, place: SettingsPlace, component: RouteComponent) {
  return createRoute({
    getParentRoute: () => settings,
    path,
    staticData: { settings: place },
    validateSearch: readSettingsSearch,
    component,
  })
}

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyPage(() => import('../pages/settings/overview.tsx'), 'SettingsOverview'),
})

const pages = [
  page(
    '/sites',
    { group: 'Sites and access', label: 'Sites', about: 'Make sites and name them.', needs: 'Administrator' },
    lazyPage(() => import('../pages/settings/sites/sites.tsx'), 'Sites'),
  ),
  page(
    '/schedules',
    { group: 'Collection', label: 'Schedules', about: 'Say when segments are scanned and devices audited.' },
    lazyPage(() => import('../pages/settings/schedules/schedules.tsx'), 'Schedules'),
  ),
  page(
    '/credentials',
    { group: 'Collection', label: 'Credentials', about: 'Keep what devices are read with, write-only.' },
    lazyPage(() => import('../pages/settings/credentials/credentials.tsx'), 'Credentials'),
  ),
  page(
    '/tags',
    { group: 'Devices', label: 'Tags', about: 'Name the groups that devices belong to.' },
    lazyPage(() => import('../pages/settings/tags/tags.tsx'), 'Tags'),
  ),
  page(
    '/ignore-list',
    { group: 'Devices', label: 'Ignore List', about: 'Keep devices out of the inventory, or let them in again.' },
    lazyPage(() => import('../pages/settings/ignore-list/ignore-list.tsx'), 'IgnoreList'),
  ),
  page(
    '/identity',
    { group: 'Devices', label: 'Identity', about: 'See which values tell no device from another.' },
    lazyPage(() => import('../pages/settings/identity/identity.tsx'), 'Identity'),
  ),
  page(
    '/snapshot-storage',
    {
      group: 'Data',
      label: 'Snapshot storage',
      about: 'Copy snapshots to a bucket, and see how that goes.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/snapshot-storage/snapshot-storage.tsx'), 'SnapshotStorage'),
  ),
  page(
    '/notifications',
    {
      group: 'Data',
      label: 'Notifications',
      about: 'Tell people by mail, and systems by webhook.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/notifications/notifications.tsx'), 'NotificationSettings'),
  ),
  page(
    '/retention',
    { group: 'Data', label: 'Retention', about: 'Say how long what is known is kept.', needs: 'Administrator' },
    lazyPage(() => import('../pages/settings/retention/retention.tsx'), 'Retention'),
  ),
  page(
    '/usage',
    { group: 'Sites and access', label: 'API usage', about: 'See who calls the API, and limit it.' },
    lazyPage(() => import('../pages/settings/usage/usage.tsx'), 'UsagePage'),
  ),
  page(
    '/users',
    {
      group: 'Sites and access',
      label: 'Users',
      about: 'Let people in, and say what they may do.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/users/users.tsx'), 'Users'),
  ),
  page(
    '/sign-in',
    {
      group: 'Sites and access',
      label: 'Sign-in',
      about: 'Let an OpenID Connect issuer say who gets in.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/sign-in/sign-in.tsx'), 'SignInSettings'),
  ),
  page(
    '/app-registrations',
    {
      group: 'Sites and access',
      label: 'App registrations',
      about: 'Let programs call the API, and end it.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/app-registrations/app-registrations.tsx'), 'AppRegistrations'),
  ),
  page(
    '/audit-services',
    {
      group: 'Collection',
      label: 'Audit Services',
      about: 'See what scans this site and what it can do, add and remove.',
    },
    lazyPage(() => import('../pages/settings/audit-services/audit-services.tsx'), 'AuditServices'),
  ),
  page(
    '/agents',
    { group: 'Collection', label: 'Agents', about: 'See which machines look at themselves, let more join, remove.' },
    lazyPage(() => import('../pages/settings/agents/agents.tsx'), 'Agents'),
  ),
  page(
    '/join-tokens',
    {
      group: 'Collection',
      label: 'Join tokens',
      about: 'See who may still join, and withdraw it.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/join-tokens/join-tokens.tsx'), 'JoinTokens'),
  ),
] as const

/** Wide as a page of its own, and found in Settings. */
const firstSteps = createRoute({
  getParentRoute: () => frame,
  path: '/first-steps',
  staticData: {
    settings: {
      group: 'Start',
      label: 'First steps',
      about: 'Name the site, make a segment, scan it, let machines join.',
      needs: 'Administrator',
    },
  },
  component: lazyPage(() => import('../pages/first-steps/first-steps.tsx'), 'FirstSteps'),
})

export const settingsRoutes = [firstSteps, settings.addChildren([start, ...pages])] as const
