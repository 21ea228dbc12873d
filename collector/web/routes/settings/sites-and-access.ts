import { lazyPage } from '../lazy-page.ts'
import { pagesIn } from './page.ts'

const page = pagesIn('Sites and access')

export const accessPages = [
  page(
    '/sites',
    { label: 'Sites', about: 'Create and rename sites.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/sites/sites.tsx'), 'Sites'),
  ),
  page(
    '/dates-and-times',
    { label: 'Dates and times', about: 'Set the date format and time zone of this site.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/display/display.tsx'), 'Display'),
  ),
  page(
    '/usage',
    { label: 'API usage', about: 'View and limit API calls.' },
    lazyPage(() => import('../../pages/settings/usage/usage.tsx'), 'UsagePage'),
  ),
  page(
    '/users',
    { label: 'Users', about: 'Manage users and their permissions.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/users/users.tsx'), 'Users'),
  ),
  page(
    '/sign-in',
    { label: 'Sign-in', about: 'Set up OpenID Connect.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/sign-in/sign-in.tsx'), 'SignInSettings'),
  ),
  page(
    '/app-registrations',
    { label: 'App registrations', about: 'Give programs access to the API.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/app-registrations/app-registrations.tsx'), 'AppRegistrations'),
  ),
] as const
