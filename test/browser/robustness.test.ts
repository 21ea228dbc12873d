import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hostileDevice, hostileText, importDevice } from './support/devices.ts'
import { fillHostileSite } from './support/hostile-site.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb(async (up) => {
  // A computer, so that its packages are in the software catalog as well.
  await importDevice(up.api, { ...hostileDevice, type: 'computer' })
  await up.api.post('/api/v1/tags', { name: 'Office' })
})

/** While the server is away or starts, calls fail and the browser says so. */
const away = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_CLOSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_HTTP2|503/

const isBack = (page: Page) =>
  expect
    .poll(async () => (await page.request.get('/readyz').catch(() => undefined))?.status(), { timeout: 60_000 })
    .toBe(200)

test('a restart of the collector loses neither the text of a form nor the session', async () => {
  const { page, faults } = await web.open('/settings/tags')
  await page.getByText('Office').first().waitFor()
  await page.getByRole('button', { name: 'New tag' }).first().click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('Meeting rooms')

  // `rollcall up` starts it again, after it has waited a moment.
  process.kill(web.up().pidOf('collector'), 'SIGKILL')
  await page.getByRole('button', { name: 'Create tag' }).click()
  await page.getByRole('alert').getByText('Not saved').waitFor()
  expect(await name.inputValue()).toBe('Meeting rooms')

  await isBack(page)
  await page.getByRole('button', { name: 'Create tag' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Meeting rooms').first().waitFor()
  expect(faults.filter((fault) => !away.test(fault))).toEqual([])
})

test('a list refreshes itself once the collector is back', async () => {
  const { page } = await web.open('/devices')
  await page.getByRole('link', { name: hostileText }).waitFor()
  process.kill(web.up().pidOf('collector'), 'SIGKILL')
  await page.getByLabel('Search devices').fill('nobody')
  const bar = page.getByText(/^No connection to the collector/)
  await bar.waitFor()
  expect(await page.getByRole('link', { name: hostileText }).count()).toBe(1)
  await bar.waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByRole('link', { name: hostileText }).waitFor({ state: 'detached' })
  // The connection is there before the collector is ready for what comes next.
  await isBack(page)
})

test('the second of two people who edit a tag at once sees the conflict', async () => {
  const [one, other] = [await web.open('/settings/tags'), await web.open('/settings/tags')]
  for (const { page } of [one, other]) await page.getByRole('button', { name: 'Edit Office' }).click()
  const rename = async ({ page }: typeof one, to: string) => {
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(to)
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await rename(one, 'Head office')
  await one.page.getByRole('dialog').waitFor({ state: 'detached' })
  await rename(other, 'Branch office')
  await other.page.getByText(/^Somebody else has changed this in the meantime/).waitFor()
  // The list behind the form no longer shows what was, and the next try is refused as well.
  await other.page.getByText('Head office').waitFor()
  const refused = other.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await other.page.getByRole('button', { name: 'Save' }).click()
  expect((await refused).status()).toBe(412)
  const { items } = (await web.up().api.get('/api/v1/tags')).json() as { items: { name: string }[] }
  expect(items.map(({ name }) => name).sort()).toEqual(['Head office', 'Meeting rooms'])
})

const layoutScript = `({
  images: document.querySelectorAll('img[src=x]').length,
  sideways: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
  title: document.title,
})`
test('no page interprets a name as markup, or scrolls sideways on a phone', async () => {
  const pages = await fillHostileSite(web.up())
  const { page, faults } = await web.open('/settings', { viewport: { width: 390, height: 844 } })
  const main = page.getByRole('main')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  const linked = await page.locator('nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const apart = new Set(pages.map(({ path }) => path.replace(/\?.*/, '')))
  expect(linked.filter((path) => path !== null && !apart.has(path))).toEqual([])

  for (const { path, heading, showsNames } of pages) {
    // As a link within the page does it.
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
    await main.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await main.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    if (showsNames) await main.getByText(hostileText).locator('visible=true').first().waitFor()
    const seen = (await page.evaluate(layoutScript)) as object
    expect({ path, ...seen }).toEqual({ path, images: 0, sideways: 0, title: `${heading} · Rollcall` })
  }
  await page.getByRole('button', { name: 'Main menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click()
  await page.waitForURL(/\/devices$/)
  expect(faults).toEqual([])
})
