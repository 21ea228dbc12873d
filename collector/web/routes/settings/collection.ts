import { readAgentListSearch } from '../../table/list-search.ts'
import { lazyPage } from '../lazy-page.ts'
import { pagesIn } from './page.ts'

const page = pagesIn('Collection')

export const collectionPages = [
  page(
    '/schedules',
    { label: 'Schedules', about: 'Set when segments are scanned and devices audited.' },
    lazyPage(() => import('../../pages/settings/schedules/schedules.tsx'), 'Schedules'),
  ),
  page(
    '/credentials',
    { label: 'Credentials', about: 'Manage credentials for devices, directories and clouds.' },
    lazyPage(() => import('../../pages/settings/credentials/credentials.tsx'), 'Credentials'),
  ),
  page(
    '/audit-services',
    { label: 'Audit Services', about: 'View, add and remove Audit Services.' },
    lazyPage(() => import('../../pages/settings/audit-services/audit-services.tsx'), 'AuditServices'),
  ),
  page(
    '/agents',
    { label: 'Agents', about: 'View, add, rename and revoke agents.' },
    lazyPage(() => import('../../pages/settings/agents/agents.tsx'), 'Agents'),
    readAgentListSearch,
  ),
  page(
    '/join-tokens',
    { label: 'Join tokens', about: 'View and revoke open join tokens.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/join-tokens/join-tokens.tsx'), 'JoinTokens'),
  ),
] as const
