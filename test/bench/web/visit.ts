import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { openContext } from '../../harness/browser.ts'

/** Cost of one page load: milliseconds, and bytes of compressed script. */
export type Visit = { readyMs: number; longestTaskMs: number; scriptBytes: number }
type Cookies = Awaited<ReturnType<Awaited<ReturnType<typeof openContext>>['context']['cookies']>>

/** In the page from its very start, as a task that is over is told of only to who has asked before. */
const watcher = `
  window.benchTasks = []
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.benchTasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
`

/** Time from which a press is answered: the awaited content is there, and the thread is free again. */
const measure = `(async (selector) => {
  while (!document.querySelector(selector)) {
    if (performance.now() > 60_000) throw new Error(location.href + ' shows no ' + selector + ': ' + document.body.innerText)
    await new Promise((done) => setTimeout(done))
  }
  const shownAt = performance.now()
  await new Promise((done) => requestIdleCallback(done, { timeout: 30_000 }))
  const freeAt = performance.now()
  // Whatever it does of its own accord once it is shown.
  await new Promise((done) => setTimeout(done, 1500))
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))
  return {
    readyMs: Math.max(shownAt, freeAt),
    longestTaskMs: Math.max(0, ...window.benchTasks.map(({ duration }) => duration)),
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
})`

const visitSchema = z.object({ readyMs: z.number(), longestTaskMs: z.number(), scriptBytes: z.number() })

/** A load by a browser that has been signed in and has nothing of it in its cache. */
export async function visit(
  browser: Browser,
  url: string,
  cookies: Cookies,
  path: string,
  selector: string,
): Promise<Visit> {
  const { context } = await openContext(browser, { baseURL: url })
  try {
    await context.addCookies(cookies)
    await context.addInitScript(watcher)
    const page: Page = await context.newPage()
    await page.goto(path, { waitUntil: 'commit' })
    return visitSchema.parse(await page.evaluate(`${measure}(${JSON.stringify(selector)})`))
  } finally {
    await context.close()
  }
}
