import { fileURLToPath } from 'node:url'
import { findTool } from '@rollcall/shared/node/tools.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUp, type Up } from '../harness/rollcall.ts'
import { proves } from '../interface/proves.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let up: Up
let browser: Browser
/** Whatever the page asked for, and whatever went wrong in it. */
const asked: URL[] = []
const faults: string[] = []

beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
  const executablePath = findTool('chromium', root)
  if (executablePath === undefined) throw new Error('chromium is not installed')
  // As root, as in a container, Chromium runs only without its sandbox. It asks for updates and more of its own accord.
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update']
  browser = await chromium.launch({ executablePath, args })
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
})

async function openDocs(): Promise<Page> {
  // Who trusts the CA is for other tests: this one looks at what is shown.
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  context.on('request', (request) => asked.push(new URL(request.url())))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('requestfailed', (request) => faults.push(`${request.url()} ${request.failure()?.errorText}`))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.url()} ${response.status()}`)
  })
  await page.goto(`${up.facts.url}/api/docs`)
  return page
}

test('the docs page shows every operation', proves('general.docs'), async () => {
  const description = (await up.api.get('/api/openapi.json')).json() as { paths: Record<string, object> }
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

  const page = await openDocs()
  await page.locator('.opblock').first().waitFor()
  const shown = await page.locator('.opblock-summary').evaluateAll((summaries) =>
    summaries.map((each) => {
      const path = each.querySelector('.opblock-summary-path')?.getAttribute('data-path')
      return `${each.querySelector('.opblock-summary-method')?.textContent} ${path}`
    }),
  )
  expect(shown.sort()).toEqual(operations.sort())

  const scan = page.locator('#operations-Segments-scanSegment')
  await scan.locator('.opblock-summary-control').click()
  await scan.locator('.responses-table').waitFor()
  expect(await scan.innerText()).toContain('scan_running')
})

test('a call can be tried out with the credentials of an App registration', async () => {
  const created = await up.cli('app-registration', 'create', '--name', 'reader', '--json')
  const { clientId, clientSecret } = created.json() as { clientId: string; clientSecret: string }
  const page = await openDocs()
  await page.locator('button.authorize').first().click()
  const dialog = page.locator('.modal-ux')
  await dialog.locator('#client_id_clientCredentials').fill(clientId)
  await dialog.locator('#client_secret_clientCredentials').fill(clientSecret)
  await dialog.locator('button.authorize').click()
  await dialog.locator('button', { hasText: 'Logout' }).waitFor()
  await dialog.locator('button.btn-done').click()

  const usage = page.locator('#operations-Usage-getUsage')
  await usage.locator('.opblock-summary-control').click()
  await usage.locator('.try-out__btn').click()
  await usage.locator('.execute').click()
  const answer = usage.locator('.live-responses-table .response')
  expect(await answer.innerText()).toContain('"transactions"')
})

test('nothing of it came from elsewhere, and nothing went wrong', proves('general.docs'), () => {
  expect(faults).toEqual([])
  const origins = new Set(asked.filter(({ protocol }) => protocol !== 'data:').map(({ origin }) => origin))
  expect([...origins]).toEqual([new URL(up.facts.url).origin])
  expect(asked.length).toBeGreaterThan(4)
})
