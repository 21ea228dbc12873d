import { createRoute, type RouteComponent } from '@tanstack/react-router'
import { readAgentListSearch, readReportListSearch, readSettingsSearch } from '../table/list-search.ts'
import type { SettingsPage } from '../ui/frame/settings-pages.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const settings = createRoute({
  getParentRoute: () => frame,
  path: '/settings',
  component: lazyPage(() => import('../pages/settings/settings.tsx'), 'Settings'),
})

/** Defines a Settings page and adds it to the navigation, the list and the search. */
function page<P extends string>(path: P, details: SettingsPage, component: RouteComponent) {
  return pageWith(readSettingsSearch, path, details, component)
}

function pageWith<P extends string, S extends object>(
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

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyPage(() => import('../pages/settings/overview.tsx'), 'SettingsOverview'),
})

const pages = [
  page(
    '/sites',
    { group: 'Sites and access', label: 'Sites', about: 'Create and rename sites.', needs: 'Administrator' },
    lazyPage(() => import('../pages/settings/sites/sites.tsx'), 'Sites'),
  ),
  page(
    '/dates-and-times',
    {
      group: 'Sites and access',
      label: 'Dates and times',
      about: 'Set the date format and time zone of this site.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/display/display.tsx'), 'Display'),
  ),
  page(
    '/schedules',
    { group: 'Collection', label: 'Schedules', about: 'Set when segments are scanned and devices audited.' },
    lazyPage(() => import('../pages/settings/schedules/schedules.tsx'), 'Schedules'),
  ),
  page(
    '/credentials',
    { group: 'Collection', label: 'Credentials', about: 'Manage credentials for devices, directories and clouds.' },
    lazyPage(() => import('../pages/settings/credentials/credentials.tsx'), 'Credentials'),
  ),
  page(
    '/tags',
    { group: 'Devices', label: 'Tags', about: 'Create tags to group devices.' },
    lazyPage(() => import('../pages/settings/tags/tags.tsx'), 'Tags'),
  ),
  page(
    '/ignore-list',
    { group: 'Devices', label: 'Ignore List', about: 'Exclude devices from the inventory.' },
    lazyPage(() => import('../pages/settings/ignore-list/ignore-list.tsx'), 'IgnoreList'),
  ),
  page(
    '/identity',
    { group: 'Devices', label: 'Identity', about: 'Manage values that cannot identify a device.' },
    lazyPage(() => import('../pages/settings/identity/identity.tsx'), 'Identity'),
  ),
  page(
    '/snapshot-storage',
    {
      group: 'Data',
      label: 'Snapshot storage',
      about: 'Copy snapshots to an S3 bucket.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/snapshot-storage/snapshot-storage.tsx'), 'SnapshotStorage'),
  ),
  page(
    '/notifications',
    {
      group: 'Data',
      label: 'Notifications',
      about: 'Send mail and webhooks.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/notifications/notifications.tsx'), 'NotificationSettings'),
  ),
  page(
    '/rules',
    { group: 'Devices', label: 'Rules', about: 'Set what devices need attention for, and who is notified.' },
    lazyPage(() => import('../pages/settings/rules/rules.tsx'), 'Rules'),
  ),
  pageWith(
    readReportListSearch,
    '/reports',
    {
      group: 'Data',
      label: 'Reports',
      about: 'Send views of devices on a schedule.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/reports/reports.tsx'), 'Reports'),
  ),
  page(
    '/retention',
    { group: 'Data', label: 'Retention', about: 'Set how long data is kept.', needs: 'Administrator' },
    lazyPage(() => import('../pages/settings/retention/retention.tsx'), 'Retention'),
  ),
  page(
    '/usage',
    { group: 'Sites and access', label: 'API usage', about: 'View and limit API calls.' },
    lazyPage(() => import('../pages/settings/usage/usage.tsx'), 'UsagePage'),
  ),
  page(
    '/users',
    {
      group: 'Sites and access',
      label: 'Users',
      about: 'Manage users and their permissions.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/users/users.tsx'), 'Users'),
  ),
  page(
    '/sign-in',
    {
      group: 'Sites and access',
      label: 'Sign-in',
      about: 'Set up OpenID Connect.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/sign-in/sign-in.tsx'), 'SignInSettings'),
  ),
  page(
    '/app-registrations',
    {
      group: 'Sites and access',
      label: 'App registrations',
      about: 'Give programs access to the API.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/app-registrations/app-registrations.tsx'), 'AppRegistrations'),
  ),
  page(
    '/audit-services',
    {
      group: 'Collection',
      label: 'Audit Services',
      about: 'View, add and remove Audit Services.',
    },
    lazyPage(() => import('../pages/settings/audit-services/audit-services.tsx'), 'AuditServices'),
  ),
  pageWith(
    readAgentListSearch,
    '/agents',
    { group: 'Collection', label: 'Agents', about: 'View, add, rename and revoke agents.' },
    lazyPage(() => import('../pages/settings/agents/agents.tsx'), 'Agents'),
  ),
  page(
    '/join-tokens',
    {
      group: 'Collection',
      label: 'Join tokens',
      about: 'View and revoke open join tokens.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../pages/settings/join-tokens/join-tokens.tsx'), 'JoinTokens'),
  ),
] as const

/** Full-width page that is listed in Settings. */
const firstSteps = createRoute({
  getParentRoute: () => frame,
  path: '/first-steps',
  staticData: {
    settings: {
      group: 'Start',
      label: 'First steps',
      about: 'Name the site, add a segment, scan it and add machines.',
      needs: 'Administrator',
    },
  },
  component: lazyPage(() => import('../pages/first-steps/first-steps.tsx'), 'FirstSteps'),
})

export const settingsRoutes = [firstSteps, settings.addChildren([start, ...pages])] as const
