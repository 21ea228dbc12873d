import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readMapSearch } from '../pages/search.ts'
import { frame } from './frame.ts'

const map = createRoute({
  getParentRoute: () => frame,
  path: '/map',
  validateSearch: readMapSearch,
  component: lazyRouteComponent(() => import('../pages/map/map.tsx'), 'MapPage'),
})

export const mapRoutes = [map] as const
