import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readComplianceSearch, readProductSearch, readSoftwareListSearch } from '../pages/search.ts'
import { frame } from './frame.ts'

const software = createRoute({
  getParentRoute: () => frame,
  path: '/software',
  validateSearch: readSoftwareListSearch,
  component: lazyRouteComponent(() => import('../pages/software/software.tsx'), 'Software'),
})

const compliance = createRoute({
  getParentRoute: () => frame,
  path: '/software/compliance',
  validateSearch: readComplianceSearch,
  component: lazyRouteComponent(() => import('../pages/software/compliance.tsx'), 'Compliance'),
})

const product = createRoute({
  getParentRoute: () => frame,
  path: '/software/$softwareId',
  validateSearch: readProductSearch,
  component: lazyRouteComponent(() => import('../pages/software/product.tsx'), 'ProductPage'),
})

export const softwareRoutes = [software, compliance, product] as const
