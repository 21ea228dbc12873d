import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { createdUserSchema } from '@rollcall/shared/api/user.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { firstSignIn, launchChromium, openContext } from '../../harness/browser.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { type Opened, openWeb } from './open-web.ts'

/** One collector and one browser for all tests of a file; `fill` brings in what they look at. */
export function useWeb(fill: (up: Up) => Promise<unknown> = async () => undefined, args = ['--no-agent']) {
  let up: Up | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    up = await startUp({ args })
    browser = await launchChromium()
    const { context } = await openContext(browser)
    await firstSignIn(context, up)
    await context.close()
    await fill(up)
  })
  afterAll(async () => {
    await browser?.close()
    await up?.stop()
  })
  const running = () => {
    if (!up || !browser) throw new Error('there is no collector before the tests begin')
    return { up, browser }
  }
  /** A page of a person with these capabilities; once in a file for a name. */
  const openAs = async (username: string, capabilities: CapabilityName[], path: string): Promise<Opened> => {
    const { up, browser } = running()
    const person = { username, name: `A ${username}`, capabilities }
    const made = await up.api.create('/api/v1/users', person, createdUserSchema)
    const watched = await openContext(browser, { baseURL: up.facts.url })
    await firstSignIn(watched.context, { ...up, facts: { ...up.facts, username, password: made.password } })
    const page = await watched.context.newPage()
    await page.goto(path)
    return { ...watched, page }
  }
  return {
    up: () => running().up,
    browser: () => running().browser,
    /** A page of somebody who has signed in. */
    open: (path: string, options?: BrowserContextOptions): Promise<Opened> =>
      openWeb(running().browser, running().up, path, options),
    openAs,
    /** A page of somebody who may look at everything and change nothing; once in a file. */
    openAsReader: (path: string): Promise<Opened> => openAs('reader', [], path),
  }
}
