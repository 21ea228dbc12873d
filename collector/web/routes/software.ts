import { createRoute } from '@tanstack/react-router'
import { softwareListOptions } from '../api/software.ts'
import { readComplianceSearch, readProductSearch, readSoftwareListSearch } from '../table/list-search.ts'
import { savedListOf } from '../table/saved-list.ts'
import { frame, pageWith } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { readEarly } from './read-early.ts'

const software = createRoute({
  getParentRoute: () => frame,
  path: '/software',
  validateSearch: readSoftwareListSearch,
  beforeLoad: (opened) => readEarly(opened, softwareListOptions(savedListOf('software', opened.search).page)),
  component: lazyPage(() => import('../pages/software/software.tsx'), 'Software'),
})

const compliance = pageWith(
  '/software/compliance',
  readComplianceSearch,
  'Compliance',
  () => import('../pages/software/compliance.tsx'),
)

const product = pageWith(
  '/software/$softwareId',
  readProductSearch,
  'ProductPage',
  () => import('../pages/software/product.tsx'),
)

export const softwareRoutes = [software, compliance, product] as const
