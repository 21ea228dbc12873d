import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory, createRouter } from '@tanstack/react-router'
import { accountRoutes } from './routes/account.ts'
import { discoveryRoutes } from './routes/discovery.ts'
import { doorwayRoutes } from './routes/doorway.ts'
import { frame, unknownPage } from './routes/frame.ts'
import { historyRoutes } from './routes/history.ts'
import { inventoryRoutes } from './routes/inventory.ts'
import { mapRoutes } from './routes/map.ts'
import { root } from './routes/root.ts'
import { settingsRoutes } from './routes/settings/settings.ts'
import { softwareRoutes } from './routes/software.ts'
import { Layers } from './ui/layers/layers.ts'
import { Unsaved } from './ui/layers/unsaved.ts'
import { PageFailure, PagePending } from './ui/states/page-states.tsx'

const pages = [
  ...inventoryRoutes,
  ...softwareRoutes,
  ...mapRoutes,
  ...discoveryRoutes,
  ...historyRoutes,
  ...settingsRoutes,
  ...accountRoutes,
  unknownPage,
] as const
const routeTree = root.addChildren([...doorwayRoutes, frame.addChildren(pages)])

/** Creates the router. All search values in addresses are plain text. */
export function createAppRouter(queryClient: QueryClient) {
  const history = createBrowserHistory()
  const unsaved = new Unsaved(history)
  const layers = new Layers(history, unsaved, (layer) => {
    const { latestLocation } = router
    const state = { ...latestLocation.state, layer }
    void router.commitLocation({ ...latestLocation, state, resetScroll: false, ignoreBlocker: true })
  })
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient, layers, unsaved },
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    search: { strict: true },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      return text === '' ? '' : `?${text}`
    },
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
