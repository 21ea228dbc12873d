import { createRoute } from '@tanstack/react-router'
import { frame } from '../frame.ts'
import { lazyPage } from '../lazy-page.ts'
import { pagesBelow } from '../page.ts'
import { collectionPages } from './collection.ts'
import { dataPages } from './data.ts'
import { devicePages } from './devices.ts'
import { settings } from './page.ts'
import { accessPages } from './sites-and-access.ts'

const start = pagesBelow(() => settings).page(
  '/',
  'SettingsOverview',
  () => import('../../pages/settings/overview.tsx'),
)

/** Full-width page that is listed in Settings. */
const firstSteps = createRoute({
  getParentRoute: () => frame,
  path: '/first-steps',
  staticData: {
    settings: {
      group: 'Start',
      label: 'First steps',
      about: 'Name the site, add a segment, scan it and add machines.',
      needs: 'Administrator',
    },
  },
  component: lazyPage(() => import('../../pages/first-steps/first-steps.tsx'), 'FirstSteps'),
})

export const settingsRoutes = [
  firstSteps,
  settings.addChildren([start, ...accessPages, ...collectionPages, ...devicePages, ...dataPages]),
] as const
