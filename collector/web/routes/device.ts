import { createRoute } from '@tanstack/react-router'
import { connectedToOptions, deviceOptions } from '../api/devices.ts'
import { openFindingsOptions } from '../api/findings.ts'
import { openReviewsOptions } from '../api/identity.ts'
import { readDeviceSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { readEarly } from './read-early.ts'

const device = createRoute({
  getParentRoute: () => frame,
  path: '/devices/$deviceId',
  validateSearch: readDeviceSearch,
  beforeLoad: (opened) => {
    const { deviceId } = opened.params
    const { asOf } = opened.search
    readEarly(opened, deviceOptions(deviceId, asOf))
    if (asOf === undefined) readEarly(opened, connectedToOptions(deviceId))
  },
  component: lazyPage(() => import('../pages/device/device.tsx'), 'DevicePage'),
})

const deviceTabs = [
  createRoute({
    getParentRoute: () => device,
    path: '/',
    beforeLoad: (opened) => {
      const { deviceId } = opened.params
      if (opened.search.asOf === undefined)
        readEarly(opened, openFindingsOptions(deviceId), openReviewsOptions(deviceId))
    },
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

export const deviceRoutes = [device.addChildren(deviceTabs)] as const
