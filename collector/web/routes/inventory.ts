import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readDeviceListSearch, readDeviceSearch, readReviewsSearch } from '../pages/search.ts'
import { frame } from './frame.ts'

const dashboard = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/dashboard/dashboard.tsx'), 'Dashboard'),
})

const devices = createRoute({
  getParentRoute: () => frame,
  path: '/devices',
  validateSearch: readDeviceListSearch,
  component: lazyRouteComponent(() => import('../pages/devices/devices.tsx'), 'Devices'),
})

const device = createRoute({
  getParentRoute: () => frame,
  path: '/devices/$deviceId',
  validateSearch: readDeviceSearch,
  component: lazyRouteComponent(() => import('../pages/device/device.tsx'), 'DevicePage'),
})

const deviceTabs = [
  createRoute({
    getParentRoute: () => device,
    path: '/',
    component: lazyRouteComponent(() => import('../pages/device/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/hardware',
    component: lazyRouteComponent(() => import('../pages/device/hardware/hardware.tsx'), 'HardwareTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/software',
    component: lazyRouteComponent(() => import('../pages/device/software/software.tsx'), 'SoftwareTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/network',
    component: lazyRouteComponent(() => import('../pages/device/network/network.tsx'), 'NetworkTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/supplies',
    component: lazyRouteComponent(() => import('../pages/device/supplies.tsx'), 'SuppliesTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/audit',
    component: lazyRouteComponent(() => import('../pages/device/audit.tsx'), 'AuditTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/history',
    component: lazyRouteComponent(() => import('../pages/device/history/history.tsx'), 'HistoryTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/identity',
    component: lazyRouteComponent(() => import('../pages/device/identity/identity.tsx'), 'IdentityTab'),
  }),
] as const

const reviews = createRoute({
  getParentRoute: () => frame,
  path: '/reviews',
  validateSearch: readReviewsSearch,
  component: lazyRouteComponent(() => import('../pages/reviews/reviews.tsx'), 'Reviews'),
})

export const inventoryRoutes = [dashboard, devices, reviews, device.addChildren(deviceTabs)] as const
