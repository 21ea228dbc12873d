import { createRoute } from '@tanstack/react-router'
import { connectedToOptions, deviceOptions } from '../api/devices.ts'
import { openFindingsOptions } from '../api/findings.ts'
import { openReviewsOptions } from '../api/identity.ts'
import { readDeviceSearch } from '../table/list-search.ts'
import { frame } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { pagesBelow } from './page.ts'
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

const { page: tab } = pagesBelow(() => device)
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
  tab('/hardware', 'HardwareTab', () => import('../pages/device/hardware/hardware.tsx')),
  tab('/system', 'SystemTab', () => import('../pages/device/system/system.tsx')),
  tab('/software', 'SoftwareTab', () => import('../pages/device/software/software.tsx')),
  tab('/network', 'NetworkTab', () => import('../pages/device/network/network.tsx')),
  tab('/supplies', 'SuppliesTab', () => import('../pages/device/supplies.tsx')),
  tab('/audit', 'AuditTab', () => import('../pages/device/audit.tsx')),
  tab('/history', 'HistoryTab', () => import('../pages/device/history/history.tsx')),
  tab('/identity', 'IdentityTab', () => import('../pages/device/identity/identity.tsx')),
] as const

export const deviceRoutes = [device.addChildren(deviceTabs)] as const
