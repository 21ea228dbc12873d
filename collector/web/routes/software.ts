import { createRoute } from '@tanstack/react-router'
import { softwareListOptions } from '../api/software.ts'
import { softwareQueryOf } from '../pages/software/query.ts'
import { readComplianceSearch, readProductSearch, readSoftwareListSearch } from '../table/list-search.ts'
import { pagingOf } from '../table/paging.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { readEarly } from './read-early.ts'

const software = createRoute({
  getParentRoute: () => frame,
  path: '/software',
  validateSearch: readSoftwareListSearch,
  beforeLoad: (opened) =>
    readEarly(opened, softwareListOptions({ ...softwareQueryOf(opened.search), ...pagingOf(opened.search) })),
  component: lazyPage(() => import('../pages/software/software.tsx'), 'Software'),
})

const compliance = createRoute({
  getParentRoute: () => frame,
  path: '/software/compliance',
  validateSearch: readComplianceSearch,
  component: lazyPage(() => import('../pages/software/compliance.tsx'), 'Compliance'),
})

const product = createRoute({
  getParentRoute: () => frame,
  path: '/software/$softwareId',
  validateSearch: readProductSearch,
  component: lazyPage(() => import('../pages/software/product.tsx'), 'ProductPage'),
})

export const softwareRoutes = [software, compliance, product] as const
