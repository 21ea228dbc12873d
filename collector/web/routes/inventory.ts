import { createRoute } from '@tanstack/react-router'
import { alertsOptions } from '../api/alerts.ts'
import { complianceSummaryOptions } from '../api/compliance.ts'
import { deviceListOptions } from '../api/devices.ts'
import { findingSummaryOptions } from '../api/findings.ts'
import { reviewSummaryOptions } from '../api/identity.ts'
import { summaryOptions } from '../api/summary.ts'
import { queryOf } from '../pages/devices/query.ts'
import { readDeviceListSearch, readFindingsSearch, readReviewsSearch } from '../table/list-search.ts'
import { deviceRoutes } from './device.ts'
import { frame, page, pageWith } from './frame.ts'
import { lazyPage } from './lazy-page.ts'
import { readEarly } from './read-early.ts'

const dashboard = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: (opened) =>
    readEarly(
      opened,
      summaryOptions,
      alertsOptions,
      findingSummaryOptions,
      reviewSummaryOptions,
      complianceSummaryOptions,
    ),
  component: lazyPage(() => import('../pages/dashboard/dashboard.tsx'), 'Dashboard'),
})

const devices = createRoute({
  getParentRoute: () => frame,
  path: '/devices',
  validateSearch: readDeviceListSearch,
  beforeLoad: (opened) => {
    const { seen, quiet, new: added, changed, columns } = opened.search
    // The page itself converts spans to times, and columns to fields.
    if ([seen, quiet, added, changed, columns].some((each) => each !== undefined)) return
    readEarly(opened, deviceListOptions(queryOf(opened.search, Date.now())))
  },
  component: lazyPage(() => import('../pages/devices/devices.tsx'), 'Devices'),
})

const reviews = pageWith('/reviews', readReviewsSearch, 'Reviews', () => import('../pages/reviews/reviews.tsx'))

const findings = pageWith('/findings', readFindingsSearch, 'Findings', () => import('../pages/findings/findings.tsx'))

const view = page('/views/$viewId', 'OpenView', () => import('../pages/views/open-view.tsx'))

export const inventoryRoutes = [dashboard, devices, findings, reviews, view, ...deviceRoutes] as const
