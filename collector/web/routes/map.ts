import { createRoute } from '@tanstack/react-router'
import { positionsOptions, topologyOptions } from '../api/topology.ts'
import { readMapSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { readEarly } from './read-early.ts'

const map = createRoute({
  getParentRoute: () => frame,
  path: '/map',
  validateSearch: readMapSearch,
  beforeLoad: (opened) => readEarly(opened, topologyOptions, positionsOptions),
  component: lazyPage(() => import('../pages/map/map.tsx'), 'MapPage'),
})

export const mapRoutes = [map] as const
