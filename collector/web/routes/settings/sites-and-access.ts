import { lazyPage } from '../lazy-page.ts'
import { page } from './page.ts'

export const accessPages = [
  page(
    '/sites',
    { group: 'Sites and access', label: 'Sites', about: 'Create and rename sites.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/sites/sites.tsx'), 'Sites'),
  ),
  page(
    '/dates-and-times',
    {
      group: 'Sites and access',
      label: 'Dates and times',
      about: 'Set the date format and time zone of this site.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../../pages/settings/display/display.tsx'), 'Display'),
  ),
  page(
    '/usage',
    { group: 'Sites and access', label: 'API usage', about: 'View and limit API calls.' },
    lazyPage(() => import('../../pages/settings/usage/usage.tsx'), 'UsagePage'),
  ),
  page(
    '/users',
    {
      group: 'Sites and access',
      label: 'Users',
      about: 'Manage users and their permissions.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../../pages/settings/users/users.tsx'), 'Users'),
  ),
  page(
    '/sign-in',
    {
      group: 'Sites and access',
      label: 'Sign-in',
      about: 'Set up OpenID Connect.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../../pages/settings/sign-in/sign-in.tsx'), 'SignInSettings'),
  ),
  page(
    '/app-registrations',
    {
      group: 'Sites and access',
      label: 'App registrations',
      about: 'Give programs access to the API.',
      needs: 'Administrator',
    },
    lazyPage(() => import('../../pages/settings/app-registrations/app-registrations.tsx'), 'AppRegistrations'),
  ),
] as const
