import { createRoute } from '@tanstack/react-router'
import { readListSearch, readSegmentListSearch, readTaskListSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const segments = createRoute({
  getParentRoute: () => frame,
  path: '/segments',
  validateSearch: readSegmentListSearch,
  component: lazyPage(() => import('../pages/discovery/segments/segments.tsx'), 'Segments'),
})

const segment = createRoute({
  getParentRoute: () => frame,
  path: '/segments/$segmentId',
  validateSearch: readListSearch,
  component: lazyPage(() => import('../pages/discovery/segment/segment.tsx'), 'SegmentPage'),
})

const segmentTabs = [
  createRoute({
    getParentRoute: () => segment,
    path: '/',
    component: lazyPage(() => import('../pages/discovery/segment/scan-tab.tsx'), 'ScanTab'),
  }),
  createRoute({
    getParentRoute: () => segment,
    path: '/devices',
    component: lazyPage(() => import('../pages/discovery/segment/devices-tab.tsx'), 'DevicesTab'),
  }),
  createRoute({
    getParentRoute: () => segment,
    path: '/scans',
    component: lazyPage(() => import('../pages/discovery/segment/history-tab.tsx'), 'HistoryTab'),
  }),
  createRoute({
    getParentRoute: () => segment,
    path: '/settings',
    component: lazyPage(() => import('../pages/discovery/segment/settings-tab.tsx'), 'SettingsTab'),
  }),
] as const

const tasks = createRoute({
  getParentRoute: () => frame,
  path: '/tasks',
  validateSearch: readTaskListSearch,
  component: lazyPage(() => import('../pages/discovery/tasks/tasks.tsx'), 'Tasks'),
})

const task = createRoute({
  getParentRoute: () => frame,
  path: '/tasks/$taskId',
  component: lazyPage(() => import('../pages/discovery/tasks/task.tsx'), 'TaskPage'),
})

const suggestions = createRoute({
  getParentRoute: () => frame,
  path: '/suggestions',
  validateSearch: readListSearch,
  component: lazyPage(() => import('../pages/discovery/suggestions/suggestions.tsx'), 'Suggestions'),
})

export const discoveryRoutes = [segments, segment.addChildren(segmentTabs), tasks, task, suggestions] as const
