import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openContext, signIn, type Watched } from '../../harness/browser.ts'
import type { Up } from '../../harness/rollcall.ts'

export type Opened = Watched & { page: Page }

/** A page of the web interface, of somebody who has signed in. */
export async function openWeb(
  browser: Browser,
  up: Up,
  path: string,
  options?: BrowserContextOptions,
): Promise<Opened> {
  const watched = await openContext(browser, { baseURL: up.facts.url, ...options })
  await signIn(watched.context, up)
  const page = await watched.context.newPage()
  await page.goto(path)
  return { ...watched, page }
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe finds wrong with a page as it is shown now, a line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Not as a script of the page, which its policy would not let in.
  const source = await readFile(axeFile, 'utf8')
  const found = await page.evaluate(`${source}; axe.run()`)
  const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] }
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
