import './ui/base.css'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './ui/mantine.css'
import '@mantine/notifications/styles.layer.css'
import '@mantine/spotlight/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { meOptions } from './api/me.ts'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter } from './router.ts'
import { ApplyDensity } from './ui/density.tsx'
import { NowProvider } from './ui/now.tsx'
import { printLight } from './ui/print-light.ts'
import { theme, variables } from './ui/theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
// The styles that lock scrolling behind a dialog take their nonce from here.
setNonce(nonce)

const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location
  // Nothing to do if the user signed out, or if an earlier call already opened the sign-in page.
  const hadUser = queryClient.getQueryData(meOptions.queryKey) !== undefined
  if (!hadUser || pathname === '/sign-in') return
  queryClient.removeQueries({ queryKey: meOptions.queryKey })
  void router.navigate({ to: '/sign-in', search: { to: href, ended: 'true' }, ignoreBlocker: true })
})
const router = createAppRouter(queryClient)

printLight()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <NowProvider>
          <ApplyDensity />
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </NowProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
