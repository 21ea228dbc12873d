import { createRoute } from '@tanstack/react-router'
import { readComplianceSearch, readProductSearch, readSoftwareListSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const software = createRoute({
  getParentRoute: () => frame,
  path: '/software',
  validateSearch: readSoftwareListSearch,
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
