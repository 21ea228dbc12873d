import { createRoute } from '@tanstack/react-router'
import { readAddressSearch, readChangesSearch, readCompareSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const changes = createRoute({
  getParentRoute: () => frame,
  path: '/changes',
  validateSearch: readChangesSearch,
  component: lazyPage(() => import('../pages/history/changes/changes.tsx'), 'Changes'),
})

const compare = createRoute({
  getParentRoute: () => frame,
  path: '/compare',
  validateSearch: readCompareSearch,
  component: lazyPage(() => import('../pages/history/compare/compare.tsx'), 'Compare'),
})

const addresses = createRoute({
  getParentRoute: () => frame,
  path: '/addresses',
  validateSearch: readAddressSearch,
  component: lazyPage(() => import('../pages/history/addresses/addresses.tsx'), 'Addresses'),
})

export const historyRoutes = [changes, compare, addresses] as const
