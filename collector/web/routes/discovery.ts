import { readListSearch, readSegmentListSearch, readTaskListSearch } from '../table/list-search.ts'
import { page, pageWith } from './frame.ts'
import { pagesBelow } from './page.ts'

const segment = pageWith(
  '/segments/$segmentId',
  readListSearch,
  'SegmentPage',
  () => import('../pages/discovery/segment/segment.tsx'),
)
const { page: tab } = pagesBelow(() => segment)
const segmentTabs = [
  tab('/', 'ScanTab', () => import('../pages/discovery/segment/scan-tab.tsx')),
  tab('/devices', 'DevicesTab', () => import('../pages/discovery/segment/devices-tab.tsx')),
  tab('/scans', 'HistoryTab', () => import('../pages/discovery/segment/history-tab.tsx')),
  tab('/settings', 'SettingsTab', () => import('../pages/discovery/segment/settings-tab.tsx')),
] as const

export const discoveryRoutes = [
  pageWith('/segments', readSegmentListSearch, 'Segments', () => import('../pages/discovery/segments/segments.tsx')),
  segment.addChildren(segmentTabs),
  pageWith('/tasks', readTaskListSearch, 'Tasks', () => import('../pages/discovery/tasks/tasks.tsx')),
  page('/tasks/$taskId', 'TaskPage', () => import('../pages/discovery/tasks/task.tsx')),
  pageWith(
    '/suggestions',
    readListSearch,
    'Suggestions',
    () => import('../pages/discovery/suggestions/suggestions.tsx'),
  ),
] as const
