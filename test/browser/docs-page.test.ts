import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium, openContext, type Watched } from '../harness/browser.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { proves } from '../interface/proves.ts'

let up: Up
let browser: Browser
const opened: Watched[] = []

beforeAll(async () => {
  up = await startUp({ args: ['--no-agent'] })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
})

async function openDocs(): Promise<Page> {
  const watched = await openContext(browser)
  opened.push(watched)
  const page = await watched.context.newPage()
  await page.goto(`${up.facts.url}/api/docs`)
  return page
}

test('the docs page shows every operation', proves('general.docs'), async () => {
  const description = (await up.api.get('/api/openapi.json')).json() as { paths: Record<string, object> }
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

  const page = await openDocs()
  const tags = page.locator('.opblock-tag')
  await tags.first().waitFor()
  const shown: string[] = []
  // Swagger UI shows webhooks below the tags, where they cannot be folded.
  const ofTags = page.locator('.opblock:not([id^=operations-webhooks])')
  for (const tag of await tags.all()) {
    await tag.click()
    await ofTags.first().waitFor()
    const ofTag = await ofTags.locator('.opblock-summary').evaluateAll((summaries) =>
      summaries.map((each) => {
        const path = each.querySelector('.opblock-summary-path')?.getAttribute('data-path')
        return `${each.querySelector('.opblock-summary-method')?.textContent} ${path}`
      }),
    )
    shown.push(...ofTag)
    await tag.click()
    await ofTags.first().waitFor({ state: 'detached' })
  }
  expect(shown.sort()).toEqual(operations.sort())
  await page.locator('#operations-webhooks-receiveEvent').waitFor()

  await tags.filter({ hasText: 'Segments' }).click()
  const scan = page.locator('#operations-Segments-scanSegment')
  await scan.locator('.opblock-summary-control').click()
  await scan.locator('.responses-table').waitFor()
  expect(await scan.innerText()).toContain('scan_running')
})

test('a call is tried out with the credentials of an App registration', async () => {
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

  await page.locator('.opblock-tag').filter({ hasText: 'Usage' }).click()
  const usage = page.locator('#operations-Usage-getUsage')
  await usage.locator('.opblock-summary-control').click()
  await usage.locator('.try-out__btn').click()
  await usage.locator('.execute').click()
  const answer = usage.locator('.live-responses-table .response')
  expect(await answer.innerText()).toContain('"transactions"')
})

test('the docs page loads nothing from other hosts and logs no error', proves('general.docs'), () => {
  expect(opened.flatMap(({ faults }) => faults)).toEqual([])
  const requests = opened.flatMap((each) => each.requests)
  const origins = new Set(requests.filter(({ protocol }) => protocol !== 'data:').map(({ origin }) => origin))
  expect([...origins]).toEqual([new URL(up.facts.url).origin])
  expect(requests.length).toBeGreaterThan(4)
})
