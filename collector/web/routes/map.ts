import { createRoute } from '@tanstack/react-router'
import { readMapSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const map = createRoute({
  getParentRoute: () => frame,
  path: '/map',
  validateSearch: readMapSearch,
  component: lazyPage(() => import('../pages/map/map.tsx'), 'MapPage'),
})

export const mapRoutes = [map] as const
