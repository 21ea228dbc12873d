import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, test } from 'vitest'
import { computer, hostileDevice, hostileText, importDevice } from './support/devices.ts'
import { axeOnDeskAndPhone, untilIdle } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb(async (up) => {
  for (let number = 0; number < 30; number++) await importDevice(up.api, computer(number))
  await importDevice(up.api, hostileDevice)
  await up.api.post('/api/v1/tags', { name: 'Office', colour: '#1c7ed6' })
})

test('search, filters, order and page of the list are stored in its address', async () => {
  const { page, faults, requests } = await web.open('/devices')
  const table = page.getByRole('table', { name: 'Devices' })
  const rows = table.locator('tbody tr')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await table.getByRole('link', { name: 'pc-00' }).waitFor()
  expect(await pages.getByRole('status').innerText()).toBe('1 to 31 of 31')

  await page.getByLabel('Rows per page').selectOption('25')
  await pages.getByText('1 to 25 of 31').waitFor()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByText('26 to 31 of 31').waitFor()
  expect(new URL(page.url()).search).toBe('?size=25&page=2')

  await page.getByLabel('Search devices').fill('8xk2pl2')
  await pages.getByText('1 to 11 of 11').waitFor()
  await table.getByRole('button', { name: 'Name' }).click()
  await rows.first().getByText('pc-29').waitFor()
  expect(await table.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')

  await page.goBack()
  await rows.first().getByText('pc-02').waitFor()
  await page.getByLabel('Search devices').fill('')
  await page.getByRole('search').getByRole('button', { name: 'Type' }).click()
  await page.getByRole('option', { name: /Printer/ }).click()
  await pages.getByText('1 to 1 of 1').waitFor()
  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await shared.getByText('1 to 1 of 1').waitFor()
  await page.getByRole('button', { name: 'Any type' }).click()
  await pages.getByText('1 to 25 of 31').waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Search fields').fill('source')
  await page.getByRole('option', { name: /^Source/ }).click()
  await page.getByLabel('Value').selectOption('Service')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('No devices match').first().waitFor()
  await page.getByRole('button', { name: 'Remove filter: Source is Service' }).click()
  await pages.getByText('1 to 25 of 31').waitFor()

  expect(faults).toEqual([])
  const origins = new Set(requests.filter(({ protocol }) => protocol === 'https:').map(({ origin }) => origin))
  expect([...origins]).toEqual([web.up().facts.url])
})

test('a past time is chosen in the time zone in which times are shown, not in that of the browser', async () => {
  const show = (display: object) => web.up().api.call('PATCH', '/api/v1/site/settings', { body: { display } })
  expect((await show({ dateFormat: 'iso', timeZone: 'Asia/Tokyo' })).status).toBe(200)
  const { page } = await web.open('/devices', { timezoneId: 'America/New_York' })
  await page.getByRole('button', { name: 'As of now' }).click()
  const chosen = page.getByLabel('As of', { exact: true })
  await chosen.fill('2026-05-12T10:00')
  await page.getByRole('status').getByText('2026-05-12 10:00:00').waitFor()
  expect(await chosen.inputValue()).toBe('2026-05-12T10:00')
  expect(new URL(page.url()).searchParams.get('asOf')).toBe('2026-05-12T01:00:00.000Z')
  await show({ dateFormat: 'browser', timeZone: null })
})

test('rows are selected and opened by keys, and the selected devices are tagged together', async () => {
  const { page, faults } = await web.open('/devices?q=pc-1&size=25')
  const table = page.getByRole('table', { name: 'Devices' })
  await table.getByRole('link', { name: 'pc-10' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('menuitem', { name: 'Office', exact: true }).click()
  await page.getByText('3 devices tagged Office').waitFor()
  const tagged = (await web.up().api.get('/api/v1/devices?tag=Office')).json() as { items: { name: string }[] }
  expect(tagged.items.map(({ name }) => name)).toEqual(['pc-10', 'pc-11', 'pc-12'])

  for (const name of ['pc-13', 'pc-14']) await page.getByLabel(`Select ${name}`).check()
  const [gone] = ((await web.up().api.get('/api/v1/devices?q=pc-14')).json() as { items: { id: string }[] }).items
  await web.up().api.post(`/api/v1/devices/${gone?.id}/archive`)
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('menuitem', { name: 'Office', exact: true }).click()
  await page.getByText('1 of 2 devices tagged Office').waitFor()
  await page.getByText(/^Failed for pc-14: /).waitFor()
  await page.getByLabel('Select pc-14').waitFor({ state: 'detached' })
  await web.up().api.post(`/api/v1/devices/${gone?.id}/restore`)

  await table.getByRole('link', { name: 'pc-12' }).focus()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'pc-11' }).waitFor()
  expect(faults.filter((fault) => !/ 409$|status of 409/.test(fault))).toEqual([])
})

test('the slash key opens the search, which finds a device by any identifier', async () => {
  const { page } = await web.open('/devices')
  await page.getByRole('link', { name: 'pc-00' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Search everything' }).fill('00-1B-21-3C-9D-17')
  await page.getByRole('button', { name: /pc-07/ }).click()
  await page.getByRole('heading', { name: 'pc-07' }).waitFor()
})

test('text from a device is never interpreted as markup', async () => {
  const { page, faults } = await web.open('/devices?q=EVIL-1')
  await page.getByRole('table', { name: 'Devices' }).getByRole('link', { name: hostileText }).click()
  await page.getByRole('heading', { name: hostileText }).waitFor()
  for (const tab of ['Overview', 'Hardware', 'Software', 'Network', 'Supplies', 'Identity', 'History']) {
    await page.getByRole('navigation', { name: 'Device' }).getByRole('link', { name: tab }).click()
    await page.getByRole('link', { name: tab, exact: true }).and(page.locator('[aria-current=page]')).waitFor()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await untilIdle(page)
    const images = await page.locator('img[src=x]').count()
    expect([tab, images, await page.title()]).toEqual([tab, 0, `${hostileText} · Rollcall`])
  }
  expect(faults).toEqual([])
})

test('axe finds no violation on the list and a device', async () => {
  const { page } = await web.open('/devices')
  const row = page.getByRole('link', { name: 'pc-01' })
  await row.waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await row.click()
  await page.getByRole('heading', { name: 'Last changes' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Device' })
  for (const tab of [
    'Overview',
    'Hardware',
    'Operating system',
    'Software',
    'Network',
    'Audit',
    'History',
    'Identity',
  ]) {
    await tabs.getByRole('link', { name: tab }).click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect([tab, await axeOnDeskAndPhone(page)]).toEqual([tab, []])
  }
})

test('a dot beside the last sighting shows by its shape how long ago it was', async () => {
  const before = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
  await importDevice(web.up().api, { ...computer(40), observedAt: before(3) })
  await importDevice(web.up().api, { ...computer(41), observedAt: before(30) })
  const { page } = await web.open('/devices?size=100')
  const dots = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('svg[data-kind]')
  await page.getByRole('link', { name: 'pc-41' }).waitFor()
  const kinds = await Promise.all(['pc-01', 'pc-40', 'pc-41'].map((name) => dots(name).getAttribute('data-kind')))
  expect(kinds).toEqual(['good', 'off', 'warn'])
})
