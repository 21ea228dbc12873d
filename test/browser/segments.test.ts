import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditSite, createSegment, joinFromInside } from '../flows/support/audit-site.ts'
import { firstSignIn, launchChromium, openContext } from '../harness/browser.ts'
import { snmpUsers } from '../harness/network/spec.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { countClicks } from './support/count-clicks.ts'
import { importDevice } from './support/devices.ts'
import { axeViolations, openWeb } from './support/open-web.ts'

let network: Network
let up: Up
let site: AuditSite
let browser: Browser

beforeAll(async () => {
  network = await startNetwork({
    hosts: [
      { name: 'secure', kind: 'snmp-v3', address: '10.71.0.13' },
      { name: 'plain', kind: 'ping-only', address: '10.71.0.31' },
    ],
  })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  browser = await launchChromium()
  const { context } = await openContext(browser)
  await firstSignIn(context, up)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
  await network?.stop()
})

const hasFocus = async (field: Locator) =>
  (await field.getAttribute('id')) === (await field.page().evaluate('document.activeElement.id'))

/** Goes to a field by the Tab key, and types. */
async function tabTo(page: Page, field: Locator, text = ''): Promise<void> {
  for (let presses = 0; presses < 12 && !(await hasFocus(field)); presses++) await page.keyboard.press('Tab')
  expect(await hasFocus(field)).toBe(true)
  await page.keyboard.type(text)
}

/** Opens a list of options and goes to one of them by the arrow key. The list opens a moment after the key. */
async function arrowTo(page: Page, option: Locator): Promise<void> {
  await page.keyboard.press('ArrowDown')
  await option.waitFor()
  const isReached = async () => (await option.getAttribute('data-combobox-selected')) === 'true'
  for (let presses = 0; presses < 12 && !(await isReached()); presses++) await page.keyboard.press('ArrowDown')
  expect(await isReached()).toBe(true)
}

test('a segment with a new SNMPv3 credential is created and scanned in eight clicks from the dashboard', async () => {
  const { page, faults } = await openWeb(browser, up, '/')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('button', { name: 'New segment' }).first().click()
  const form = page.getByRole('dialog', { name: 'New segment' })
  // The name has the focus, and the Tab key leads on.
  await expect.poll(() => hasFocus(form.getByLabel('Name'))).toBe(true)
  await page.keyboard.type('Plant')
  await tabTo(page, form.getByLabel('Audit Service'), 'inside')
  await tabTo(page, form.getByLabel('Addresses'), '10.71.0.0/26')
  await form.getByRole('button', { name: 'New credential' }).click()
  const credential = page.getByRole('dialog', { name: 'New credential' })
  await expect.poll(() => hasFocus(credential.getByLabel('Name'))).toBe(true)
  await page.keyboard.type('Plant SNMPv3')
  await credential.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'SNMPv3 user' }).click()
  const [auditor] = snmpUsers
  await tabTo(page, credential.getByLabel('User'), auditor?.user)
  await tabTo(page, credential.getByLabel('Authentication passphrase'), auditor?.authPassword)
  await tabTo(page, credential.getByRole('combobox', { name: 'Privacy' }))
  await arrowTo(page, page.getByRole('option', { name: 'AES-256', exact: true }))
  await page.keyboard.press('Enter')
  expect(await credential.getByRole('combobox', { name: 'Privacy' }).inputValue()).toBe('AES-256')
  await tabTo(page, credential.getByLabel('Privacy passphrase'), auditor?.privPassword)
  await credential.getByRole('button', { name: 'Create credential' }).click()
  await form.getByText('Plant SNMPv3').waitFor()
  await form.getByRole('button', { name: 'Create and scan' }).click()
  await page.getByRole('heading', { level: 1, name: 'Plant' }).waitFor()
  await page.getByText('SNMPv3 Plant SNMPv3: read').waitFor()
  expect(clicks()).toBeLessThanOrEqual(8)
  expect(faults).toEqual([])
}, 120_000)

test('the list of segments shows addresses, credentials, schedule, the last result and its share', async () => {
  const schedule = { name: 'Nightly', kind: 'scan', cron: '30 2 * * *', timeZone: 'Europe/Berlin' }
  const { id } = (await up.api.post('/api/v1/schedules', schedule)).json() as { id: string }
  await createSegment(up.api, {
    ...{ name: 'Branches', type: 'ip-range', auditServiceId: site.auditServiceId, scanScheduleId: id },
    addresses: ['10.71.4.0/30', '10.71.4.8/30', '10.71.4.16/30', '10.71.4.24/30', '10.71.4.32/30'],
  })
  const { page, faults } = await openWeb(browser, up, '/segments', { viewport: { width: 1440, height: 900 } })
  const table = page.getByRole('table', { name: 'Segments' })
  const plant = table.getByRole('row', { name: /^Plant/ })
  await plant.getByText('10.71.0.0/26').waitFor()
  await plant.getByText('Plant SNMPv3').waitFor()
  await plant.getByText('Manual').waitFor()
  await plant.getByText('33 %').waitFor()
  const branches = table.getByRole('row', { name: /^Branches/ })
  await branches.getByText('10.71.4.0/30, 10.71.4.8/30, 10.71.4.16/30 +2').waitFor()
  await branches.getByText('Every day at 02:30').waitFor()
  await branches.getByText('Not scanned yet').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await plant.getByRole('link', { name: '3 found, 1 audited' }).click()
  await page.getByRole('heading', { level: 1, name: 'Scan of Plant' }).waitFor()
  expect(faults).toEqual([])
})

test.each([1280, 1440])('a long last result of a segment is not cut, %d pixels wide', async (width) => {
  const { page } = await openWeb(browser, up, '/', { viewport: { width, height: 900 } })
  await page.route('**/api/v1/segments?*', async (route) => {
    const { items, total } = (await (await route.fetch()).json()) as { items: SegmentListItem[]; total: number }
    const large = { hostsFound: 12_345, audited: 11_999, notAudited: 300, failed: 46 }
    const scanned = items.map((item) => ({ ...item, lastResult: item.lastResult && { ...item.lastResult, ...large } }))
    await route.fulfill({ json: { items: scanned, total } })
  })
  await page.goto('/segments')
  const plant = page.getByRole('table', { name: 'Segments' }).getByRole('row', { name: /^Plant/ })
  await plant.getByText('12,345 found, 11,999 audited').waitFor()
  await plant.getByText(', 46 failed').waitFor()
  const cut = await plant
    .locator('td:nth-child(3), td:nth-child(3) *')
    .evaluateAll((parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  expect(cut).toBe(0)
})

test.each([1280, 1440, 390])('the list of tasks is not cut, %d pixels wide', async (width) => {
  const { page } = await openWeb(browser, up, '/tasks', { viewport: { width, height: 900 } })
  const table = page.getByRole('table', { name: 'Tasks' })
  await table.getByRole('link', { name: 'Scan of Plant' }).waitFor()
  const cut = await page.evaluate(`[
    ...[...document.querySelectorAll('main th')]
      .filter((cell) => cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell.innerText),
    ...[...document.querySelectorAll('main table')]
      .filter(({ parentElement }) => parentElement.scrollWidth > parentElement.clientWidth)
      .map(() => 'table'),
  ]`)
  expect(cut).toEqual([])
})

test.each(['/settings', '/settings/retention', '/account'])('%s fills a wide window with two columns', async (path) => {
  const { page } = await openWeb(browser, up, path, { viewport: { width: 1920, height: 900 } })
  await page.locator('main section').nth(1).waitFor()
  const lefts = `new Set([...document.querySelectorAll('main section')].map((part) => part.getBoundingClientRect().left))`
  await expect.poll(() => page.evaluate(`${lefts}.size`)).toBeGreaterThanOrEqual(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(`${lefts}.size`)).toBe(1)
})

test('the tags of a device stay in one row, and a button shows the others', async () => {
  await importDevice(up.api, { name: 'pc-tagged', identity: { hostname: 'pc-tagged', serialNumber: 'TAGGED-1' } })
  const { items } = (await up.api.get('/api/v1/devices?q=pc-tagged')).json() as { items: { id: string }[] }
  const id = items[0]?.id ?? ''
  const names = Array.from({ length: 14 }, (_, at) => `A tag of some length ${at + 10}`)
  for (const tagName of names) {
    await up.api.post('/api/v1/tags', { name: tagName, colour: '#1c7ed6' })
    await up.api.post(`/api/v1/devices/${id}/tags`, { tagName })
  }
  const { page } = await openWeb(browser, up, `/devices/${id}`)
  const tags = page.getByRole('group', { name: 'Tags' })
  const more = tags.getByRole('button', { name: /^\+\d+: show all tags$/ })
  await more.waitFor()
  const heightOf = async () => (await tags.boundingBox())?.height ?? 0
  expect(await heightOf()).toBeLessThan(32)
  expect(await axeViolations(page)).toEqual([])
  await more.click()
  await tags.getByRole('button', { name: 'Remove tag A tag of some length 23' }).waitFor()
  expect(await heightOf()).toBeGreaterThan(50)
})

test('a person chooses the density of lists, which stays in the browser', async () => {
  const { page } = await openWeb(browser, up, '/account')
  await page.getByRole('radiogroup', { name: 'Density' }).getByText('Comfortable').click()
  await page.goto(`${up.facts.url}/segments`)
  const row = page.getByRole('row', { name: /^Plant/ })
  await row.waitFor()
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.goto(`${up.facts.url}/account`)
  await page.getByRole('radiogroup', { name: 'Density' }).getByText('Dense').click()
  await page.goto(`${up.facts.url}/segments`)
  await row.waitFor()
  expect((await row.boundingBox())?.height).toBeLessThan(40)
})
