import { readReportListSearch } from '../../table/list-search.ts'
import { lazyPage } from '../lazy-page.ts'
import { pagesIn } from './page.ts'

const page = pagesIn('Data')

export const dataPages = [
  page(
    '/snapshot-storage',
    { label: 'Snapshot storage', about: 'Copy snapshots to an S3 bucket.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/snapshot-storage/snapshot-storage.tsx'), 'SnapshotStorage'),
  ),
  page(
    '/notifications',
    { label: 'Notifications', about: 'Send mail and webhooks.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/notifications/notifications.tsx'), 'NotificationSettings'),
  ),
  page(
    '/reports',
    { label: 'Reports', about: 'Send saved views on a schedule.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/reports/reports.tsx'), 'Reports'),
    readReportListSearch,
  ),
  page(
    '/retention',
    { label: 'Retention', about: 'Set how long data is kept.', needs: 'Administrator' },
    lazyPage(() => import('../../pages/settings/retention/retention.tsx'), 'Retention'),
  ),
] as const
