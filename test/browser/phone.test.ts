import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { computer, importDevice } from './support/devices.ts'
import { axeViolations } from './support/open-web.ts'
import { officeSwitches } from './support/switches.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

beforeAll(async () => {
  const { api } = web.up()
  await importDevice(api, computer(1))
  for (const observation of officeSwitches({ distribution: 1, access: 2, endpoints: 3 }))
    await importDevice(api, observation)
  const { items } = (await api.get('/api/v1/software?q=openssl&groupBy=name')).json() as { items: { id: string }[] }
  const body = { softwareGroup: 'Forbidden' }
  expect((await api.call('PATCH', `/api/v1/software/${items[0]?.id}`, { body })).status).toBe(200)
  const segment = { name: 'Plant', type: 'address-list', addresses: ['192.0.2.9'] }
  expect(
    (await api.post('/api/v1/segments', { ...segment, auditServiceId: web.up().facts.auditServiceId })).status,
  ).toBe(201)
})

/** Checks that something is within the screen without scrolling sideways. */
async function isOnScreen(page: Page, what: Locator): Promise<void> {
  await what.waitFor()
  const box = await what.boundingBox()
  expect([box && box.x >= 0, box && box.x + box.width <= 390, box && box.width > 0]).toEqual([true, true, true])
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
  const scrolled = await what.evaluate((element) => element.closest('[class*=scroller]')?.scrollLeft ?? 0)
  expect(scrolled).toBe(0)
}

test('a segment is scanned, changes are narrowed by day, and forbidden products are seen', async () => {
  const { page, faults } = await web.open('/segments', phone)
  await isOnScreen(page, page.getByRole('button', { name: /^Scan now/ }))
  await page.getByRole('link', { name: 'Plant' }).click()
  await page.getByRole('heading', { name: 'Plant', level: 1 }).waitFor()
  await isOnScreen(page, page.getByRole('button', { name: /^Scan now/ }).first())

  await page.goto('/changes')
  await isOnScreen(page, page.getByLabel('From', { exact: true }))
  await isOnScreen(page, page.getByLabel('Until', { exact: true }))
  await page.getByLabel('Until', { exact: true }).fill('2020-01-01')
  await page.getByText('No changes match').waitFor()

  await page.goto('/software/compliance')
  await isOnScreen(page, page.getByRole('table').getByRole('link', { name: /openssl/ }))
  expect(faults).toEqual([])
})

test.each([1280, 390])('long values of a list take more lines rather than being cut, %d pixels wide', async (width) => {
  const { api, facts } = web.up()
  const long = `of the laboratory behind the loading ramp, ${width} pixels wide`
  const segment = { name: `Segment ${long}`, type: 'address-list', addresses: ['192.0.2.10'] }
  const made = await api.post('/api/v1/segments', { ...segment, auditServiceId: facts.auditServiceId })
  await api.post(`/api/v1/segments/${(made.json() as { id: string }).id}/scan`, {})
  const view = { name: `Devices ${long}`, list: 'devices', parameters: {}, shared: true }
  const { id: viewId } = (await api.post('/api/v1/views', view)).json() as { id: string }
  const report = { name: `Report ${long}`, viewId, cron: '0 6 1 * *', recipients: ['it@example.org'] }
  expect((await api.post('/api/v1/reports', report)).status).toBe(201)
  const { page } = await web.open('/', { viewport: { width, height: 900 } })
  for (const [path, text] of [
    ['/tasks', `Scan of ${segment.name}`],
    ['/settings/reports', report.name],
    ['/settings/reports', `Devices: ${view.name}`],
  ] as const) {
    await page.goto(path)
    const value = page.getByRole('cell').getByText(text, { exact: true })
    await value.waitFor()
    const cut = await value.evaluate((element) => {
      const cell = element.closest('td')
      return [element, cell].some(
        (each) => each !== null && each.scrollWidth > each.clientWidth && each.clientWidth > 0,
      )
    })
    expect([path, cut]).toEqual([path, false])
    // The actions name themselves, and a card has no name without a value.
    const names = await page
      .locator('td[data-name]')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.textContent === '' && cell.clientHeight > 0).map((cell) => cell.dataset['name']),
      )
    if (width === 390) expect([path, names]).toEqual([path, []])
    expect(await page.locator('td[data-name=Actions]').count()).toBe(0)
  }
})

test('the long name of a device is shown in full', async () => {
  const name = 'ham-plant-3-packaging-line-2-label-printer-controller'
  const { identity, ...rest } = computer(7)
  await importDevice(web.up().api, { ...rest, name, identity: { ...identity, hostname: name } })
  const { page } = await web.open('/devices', phone)
  const link = page.getByRole('link', { name })
  await isOnScreen(page, link)
  const named = `document.querySelector('[data-address="192.0.2.17"]')`
  const below = await page.evaluate(`getComputedStyle(${named}, '::after').content`)
  expect(below).toBe('"192.0.2.17"')
  const cell = page.getByRole('cell').filter({ has: link })
  const [needed, shown] = await cell.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
  expect(needed).toBeLessThanOrEqual(shown ?? 0)
})

test('the map is reached and lists its switches', async () => {
  const { page, faults } = await web.open('/', phone)
  await page.getByRole('button', { name: 'Main menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Map' }).click()
  await page.getByRole('heading', { name: 'Map', level: 1 }).waitFor()
  await isOnScreen(page, page.getByRole('link', { name: 'access-1-1' }).first())
  expect(faults).toEqual([])
})

test('rows are cards with every column, but those of devices stay lines', async () => {
  const { page, faults } = await web.open('/segments', phone)
  const segment = page.getByRole('row').filter({ hasText: 'Plant' })
  await isOnScreen(page, segment.getByText('192.0.2.9'))
  await isOnScreen(page, segment.getByText('Not scanned yet'))
  expect(await axeViolations(page)).toEqual([])
  await page.goto('/settings/rules')
  const rule = page.getByRole('row').filter({ hasText: 'Not seen for 14 days' })
  await isOnScreen(page, rule.getByText('lastSeen < 14d ago'))
  await page.goto('/devices')
  await isOnScreen(page, page.getByRole('columnheader', { name: 'Last seen' }))
  expect(faults).toEqual([])
})
