import { readAddressSearch, readChangesSearch, readCompareSearch } from '../table/list-search.ts'
import { pageWith } from './frame.ts'

export const historyRoutes = [
  pageWith('/changes', readChangesSearch, 'Changes', () => import('../pages/history/changes/changes.tsx')),
  pageWith('/compare', readCompareSearch, 'Compare', () => import('../pages/history/compare/compare.tsx')),
  pageWith('/addresses', readAddressSearch, 'Addresses', () => import('../pages/history/addresses/addresses.tsx')),
] as const
