import { AppShell, Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { DiscardQuestion } from '../layers/discard-question.tsx'
import { OfflineBar } from '../states/offline-bar.tsx'
import { AlertBanner } from './alert-banner.tsx'
import { AlertMenu } from './alert-menu.tsx'
import classes from './frame.module.css'
import { KeyboardHelp } from './keyboard-help.tsx'
import { PageChange } from './page-change.tsx'
import { PageRights } from './page-rights.tsx'
import { Rail } from './rail.tsx'
import { RunningTasks } from './running-tasks.tsx'
import { SearchEverything } from './search/search-everything.tsx'
import { SiteSwitcher } from './site-switcher.tsx'
import { useTimeDisplay } from './use-time-display.ts'
import { UserMenu } from './user-menu.tsx'

/** The header's menus are above the rail. */
const headerLayer = 110

/** The frame around every page of a signed-in user. */
export function Frame() {
  const [railIsOpen, rail] = useDisclosure(false)
  const [helpIsOpen, help] = useDisclosure(false)
  const main = useRef<HTMLElement>(null)
  useTimeDisplay()
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 196, breakpoint: 'sm', collapsed: { mobile: !railIsOpen } }}
      transitionDuration={0}
    >
      <AppShell.Header zIndex={headerLayer} className={classes['top'] ?? ''}>
        <button type="button" className={classes['skip']} onClick={() => main.current?.focus()}>
          Skip to content
        </button>
        <Burger
          opened={railIsOpen}
          onClick={rail.toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label="Main menu"
          aria-expanded={railIsOpen}
        />
        <Link to="/" className={classes['name'] ?? ''} aria-label="Rollcall">
          <img src="/favicon.svg" alt="" width={22} height={22} />
          <span>Rollcall</span>
        </Link>
        <SiteSwitcher />
        <SearchEverything onHelp={help.open} />
        <RunningTasks />
        <AlertMenu />
        <UserMenu />
      </AppShell.Header>
      <DiscardQuestion />
      <KeyboardHelp opened={helpIsOpen} onOpen={help.open} onClose={help.close} />
      <AppShell.Navbar className={classes['navbar'] ?? ''} data-open={railIsOpen || undefined}>
        <Rail onGo={rail.close} />
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1} className={classes['main'] ?? ''}>
        <PageChange main={main} />
        <AlertBanner />
        <OfflineBar />
        <div className={classes['page']}>
          <PageRights>
            <Outlet />
          </PageRights>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
