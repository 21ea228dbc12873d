import { createRoute } from '@tanstack/react-router'
import { readDeviceListSearch, readDeviceSearch, readFindingsSearch, readReviewsSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'

const dashboard = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyPage(() => import('../pages/dashboard/dashboard.tsx'), 'Dashboard'),
})

const devices = createRoute({
  getParentRoute: () => frame,
  path: '/devices',
  validateSearch: readDeviceListSearch,
  component: lazyPage(() => import('../pages/devices/devices.tsx'), 'Devices'),
})

const device = createRoute({
  getParentRoute: () => frame,
  path: '/devices/$deviceId',
  validateSearch: readDeviceSearch,
  component: lazyPage(() => import('../pages/device/device.tsx'), 'DevicePage'),
})

const deviceTabs = [
  createRoute({
    getParentRoute: () => device,
    path: '/',
    component: lazyPage(() => import('../pages/device/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/hardware',
    component: lazyPage(() => import('../pages/device/hardware/hardware.tsx'), 'HardwareTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/system',
    component: lazyPage(() => import('../pages/device/system/system.tsx'), 'SystemTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/software',
    component: lazyPage(() => import('../pages/device/software/software.tsx'), 'SoftwareTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/network',
    component: lazyPage(() => import('../pages/device/network/network.tsx'), 'NetworkTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/supplies',
    component: lazyPage(() => import('../pages/device/supplies.tsx'), 'SuppliesTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/audit',
    component: lazyPage(() => import('../pages/device/audit.tsx'), 'AuditTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/history',
    component: lazyPage(() => import('../pages/device/history/history.tsx'), 'HistoryTab'),
  }),
  createRoute({
    getParentRoute: () => device,
    path: '/identity',
    component: lazyPage(() => import('../pages/device/identity/identity.tsx'), 'IdentityTab'),
  }),
] as const

const reviews = createRoute({
  getParentRoute: () => frame,
  path: '/reviews',
  validateSearch: readReviewsSearch,
  component: lazyPage(() => import('../pages/reviews/reviews.tsx'), 'Reviews'),
})

const findings = createRoute({
  getParentRoute: () => frame,
  path: '/findings',
  validateSearch: readFindingsSearch,
  component: lazyPage(() => import('../pages/findings/findings.tsx'), 'Findings'),
})

export const inventoryRoutes = [dashboard, devices, findings, reviews, device.addChildren(deviceTabs)] as const
