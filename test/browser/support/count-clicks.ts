import type { Page } from 'playwright-core'

/** Counts the clicks on a page, across its navigations. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('clicked', () => {
    clicks++
  })
  await page.addInitScript(`addEventListener('pointerdown', () => window.clicked(), true)`)
  await page.reload()
  return () => clicks
}
