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
  return {
    up: () => running().up,
    browser: () => running().browser,
    /** A page of somebody who has signed in. */
    open: (path: string, options?: BrowserContextOptions): Promise<Opened> =>
      openWeb(running().browser, running().up, path, options),
    /** A page of somebody who may look at everything and change nothing; once in a file. */
    openAsReader: async (path: string): Promise<Opened> => {
      const { up, browser } = running()
      const made = await up.api.create('/api/v1/users', { username: 'reader', name: 'A reader' }, createdUserSchema)
      const watched = await openContext(browser, { baseURL: up.facts.url })
      const facts = { ...up.facts, username: 'reader', password: made.password }
      await firstSignIn(watched.context, { ...up, facts })
      const page = await watched.context.newPage()
      await page.goto(path)
      return { ...watched, page }
    },
  }
}
