import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readChangesSearch } from '../pages/search.ts'
import { frame } from './frame.ts'

const changes = createRoute({
  getParentRoute: () => frame,
  path: '/changes',
  validateSearch: readChangesSearch,
  component: lazyRouteComponent(() => import('../pages/history/changes/changes.tsx'), 'Changes'),
})

export const historyRoutes = [changes] as const
