import { lazyPage } from '../lazy-page.ts'
import { pagesIn } from './page.ts'

const page = pagesIn('Devices')

export const devicePages = [
  page(
    '/tags',
    { label: 'Tags', about: 'Create tags to group devices.' },
    lazyPage(() => import('../../pages/settings/tags/tags.tsx'), 'Tags'),
  ),
  page(
    '/ignore-list',
    { label: 'Ignore List', about: 'Exclude devices from the inventory.' },
    lazyPage(() => import('../../pages/settings/ignore-list/ignore-list.tsx'), 'IgnoreList'),
  ),
  page(
    '/identity',
    { label: 'Identity', about: 'Manage values that cannot identify a device.' },
    lazyPage(() => import('../../pages/settings/identity/identity.tsx'), 'Identity'),
  ),
  page(
    '/rules',
    { label: 'Rules', about: 'Set what devices need attention for, and who is notified.' },
    lazyPage(() => import('../../pages/settings/rules/rules.tsx'), 'Rules'),
  ),
] as const
