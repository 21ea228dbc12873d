import { createRoute } from '@tanstack/react-router'
import { softwareListOptions } from '../api/software.ts'
import { readComplianceSearch, readProductSearch, readSoftwareListSearch } from '../table/list-search.ts'
import { savedListOf } from '../table/saved-list.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { readEarly } from './read-early.ts'

const software = createRoute({
  getParentRoute: () => frame,
  path: '/software',
  validateSearch: readSoftwareListSearch,
  beforeLoad: (opened) => readEarly(opened, softwareListOptions(savedListOf('software', opened.search).page)),
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
