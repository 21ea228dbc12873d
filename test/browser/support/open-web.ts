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

/** Once nothing of a page is on its way any more, as far as the page itself says so. */
export const untilIdle = (page: Page): Promise<void> =>
  page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * Lists the axe violations of the current page, one per line: all rules in the current colour scheme, and the colour
 * rules in the other one, which changes nothing else.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  // Not as a script of the page, which its policy would not let in.
  const source = await readFile(axeFile, 'utf8')
  const found = await violationsOf(page, `${source}; ${allRules}`)
  const isDark = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
  const [shown, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  const foundInOther = await violationsOf(page, "axe.run({ runOnly: ['color-contrast'], resultTypes: ['violations'] })")
  await page.emulateMedia({ colorScheme: shown })
  return [...found, ...foundInOther.map((line) => `${other}: ${line}`)]
}

/** Passes are not collected, because that takes longer than the check. */
const allRules = "axe.run({ resultTypes: ['violations'] })"

/**
 * Lists the axe violations in a desktop and in a phone layout, and checks that the page is never wider than the screen.
 */
export async function axeOnDeskAndPhone(page: Page): Promise<string[]> {
  const onDesk = await axeViolations(page)
  const desk = page.viewportSize() ?? { width: 1280, height: 900 }
  await page.setViewportSize({ width: 390, height: 844 })
  const onPhone = await violationsOf(page, allRules)
  const tooWide = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
  await page.setViewportSize(desk)
  return [...onDesk, ...onPhone.map((line) => `phone: ${line}`), ...(tooWide > 0 ? [`phone: ${tooWide} too wide`] : [])]
}

/** Some colours pass into those of another scheme bit by bit. What goes on for ever, as an outline does, is none of these. */
const coloursStand = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() =>
  Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)),
).then(() => undefined)`

async function violationsOf(page: Page, script: string): Promise<string[]> {
  // Rows of the query before are paler until the next ones are there.
  await untilIdle(page)
  await page.evaluate(coloursStand)
  const { violations } = (await page.evaluate(script)) as { violations: { id: string; nodes: { html: string }[] }[] }
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
