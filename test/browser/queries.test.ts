import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { countClicks } from './support/count-clicks.ts'
import { computer, hostileDevice, hostileText, importDevice } from './support/devices.ts'
import { axeOnDeskAndPhone, untilIdle } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb(async (up) => {
  for (const number of [0, 1, 2]) await importDevice(up.api, computer(number))
  for (const [number, version] of ['143.0.4', '144.0.2', '145.0.1'].entries()) {
    const { software, ...rest } = computer(number + 10)
    await importDevice(up.api, {
      ...rest,
      software: [...(software ?? []), { name: 'Firefox', version, source: 'rpm' }],
    })
  }
  for (const [name, level] of [
    ['prn-low', 8],
    ['prn-full', 80],
  ] as const) {
    const system = { manufacturer: 'HP', model: 'LaserJet M507', serialNumber: name.toUpperCase() }
    await importDevice(up.api, {
      name,
      type: 'printer',
      identity: { hostname: name, ...system },
      hardware: { system, printer: { supplies: [{ name: 'Black Cartridge', color: 'black', max: 100, level }] } },
    })
  }
  await importDevice(up.api, hostileDevice)
  await up.api.post('/api/v1/tags', { name: hostileText, colour: '#1c7ed6' })
})

const table = (page: Page) => page.getByRole('table', { name: 'Devices' })
const names = (page: Page) => table(page).locator('[data-row-link]').allInnerTexts()
const shows = (page: Page, ...expected: string[]) => expect.poll(() => names(page)).toEqual(expected)
/** The field of a value, not its list of suggestions. */
const value = (page: Page) => page.getByRole('form', { name: 'Filter' }).locator('[aria-label=Value]:is(input, select)')
const queryIn = (page: Page) => new URL(page.url()).searchParams.get('query')

test('filters by any field are added, changed and removed as chips', async () => {
  const { page, faults } = await web.open('/devices')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Search fields').fill('software name')
  await page.keyboard.press('Enter')
  await page.getByLabel('Comparison').selectOption('is')
  await value(page).fill('Firefox')
  await page.keyboard.press('Enter')
  await shows(page, 'pc-10', 'pc-11', 'pc-12')
  expect(queryIn(page)).toBe('software(name = Firefox)')

  await page.getByRole('button', { name: 'Software: Name is Firefox', exact: true }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByLabel('Field').last().selectOption('Version')
  await value(page).last().fill('145')
  await page.getByRole('button', { name: 'Apply' }).click()
  await shows(page, 'pc-10', 'pc-11')

  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Search fields').fill('serial')
  await page.getByRole('option', { name: /^Serial number/ }).click()
  await value(page).fill('8xk2pl11')
  await page.getByRole('button', { name: 'Apply' }).click()
  await shows(page, 'pc-11')
  expect(queryIn(page)).toBe('software(name = Firefox and version < 145) and serialNumber ~ 8xk2pl11')

  await page.getByRole('button', { name: /^Remove filter: Software/ }).click()
  await expect.poll(() => queryIn(page)).toBe('serialNumber ~ 8xk2pl11')
  await page.goBack()
  await page.getByRole('button', { name: /^Software: Name is Firefox and Version older than 145/ }).waitFor()
  expect(faults).toEqual([])
})

test('the query is text with completion by keyboard, and errors are marked at their position', async () => {
  const { page, faults } = await web.open('/devices')
  await page.getByRole('button', { name: 'Edit as text' }).click()
  const input = page.getByRole('combobox', { name: 'Query' })
  await input.pressSequentially('ty')
  await page.getByRole('option', { name: /^type/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await input.pressSequentially('= pri')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await input.inputValue()).toBe('type = printer ')
  await input.pressSequentially('and suply(level < 10%)')
  await page.keyboard.press('Enter')
  await page.getByText('Character 20: ‘suply’ is not a field. Did you mean supply(…)?').waitFor()
  expect(await page.locator('mark').innerText()).toBe('suply')
  expect(queryIn(page)).toBeNull()
  await input.fill('type = printer and supply(level < 10%)')
  await page.keyboard.press('Enter')
  await shows(page, hostileText, 'prn-low')
  await page.getByRole('button', { name: 'Type is printer', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Printer supply: Level less than 10%', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('an invalid query of an address is shown with its error, above the list without it', async () => {
  const { page } = await web.open('/devices?query=nmae+%3D+%3Cb%3Ex&type=printer')
  await page.getByText('This query is not applied. The list shows devices without it.').waitFor()
  await page.getByText('Character 1: ‘nmae’ is not a field. Did you mean name?').waitFor()
  await expect.poll(() => names(page)).toEqual([hostileText, 'prn-full', 'prn-low'])
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove query' }).click()
  await page.getByRole('button', { name: 'Add filter' }).waitFor()
  expect(new URL(page.url()).search).toBe('?type=printer')
})

test('devices with an outdated version are three clicks from the dashboard', async () => {
  const { page } = await web.open('/')
  const clicks = await countClicks(page)
  await page.getByRole('region', { name: 'Inventory' }).getByRole('link', { name: 'Software' }).click()
  await page.getByRole('link', { name: 'Firefox', exact: true }).click()
  await page.getByRole('link', { name: 'Older than this: devices with Firefox older than 145.0.1' }).click()
  await shows(page, 'pc-10', 'pc-11')
  expect(clicks()).toBe(3)
})

test('printers low on toner as CSV are three clicks from the dashboard', async () => {
  const { page } = await web.open('/')
  const clicks = await countClicks(page)
  await page.getByRole('region', { name: 'Inventory' }).getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('button', { name: 'Printers low on toner' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const [head, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('serialNumber')
  expect(rows.map((row) => row.split(',')[1])).toEqual([expect.stringContaining('<script>'), 'prn-low'])
  expect(clicks()).toBe(3)
})

test('a ready query for outdated software asks for its name and version', async () => {
  const { page } = await web.open('/devices')
  await page.getByRole('button', { name: 'Outdated software' }).click()
  await value(page).first().fill('fire')
  await page.getByRole('option', { name: 'Firefox' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Enter a value').waitFor()
  await value(page).last().fill('144.0.2')
  await page.keyboard.press('Enter')
  await shows(page, 'pc-10')
})

test('markup from a device is text in filters, completions and columns', async () => {
  const { page, faults } = await web.open('/devices')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Search fields').fill('manufacturer')
  await page.getByRole('option', { name: /^Manufacturer/ }).click()
  await value(page).fill('<script')
  await page.getByRole('option', { name: hostileText }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await shows(page, hostileText)
  await page.getByRole('button', { name: `Manufacturer contains ${hostileText}`, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit as text' }).click()
  const input = page.getByRole('combobox', { name: 'Query' })
  await input.fill('tag = "<scr')
  await page.getByRole('option', { name: /script/ }).click()
  await page.keyboard.press('Enter')
  await page.getByText('No devices match').first().waitFor()
  await untilIdle(page)
  expect([await page.locator('img[src=x]').count(), await page.title()]).toEqual([0, 'Devices · Rollcall'])
  expect(faults).toEqual([])
})

test('any field is a column of the list and of its CSV, and an unknown one of an address is left out', async () => {
  const { page, faults } = await web.open('/devices?columns=type,nmae')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Search columns').fill('memory')
  await page.getByLabel('Memory', { exact: true }).check()
  await page.getByLabel('Search columns').fill('supply')
  await page.getByLabel('Printer supply: Name').check()
  await page.getByLabel('Printer supply: Level').check()
  await page.getByLabel('Search columns').fill('owner')
  await page.getByLabel('owner', { exact: true }).check()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.keyboard.press('Escape')
  const row = (name: string) =>
    table(page)
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
  await row('pc-00').getByRole('cell', { name: '16 GiB' }).waitFor()
  await row('prn-low').getByRole('cell', { name: '8 %' }).waitFor()
  await row(hostileText).getByRole('cell', { name: hostileText }).last().waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('columns')).toBe('type,memory,supply.name,supply.level,custom.owner')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8'))
    .split('\r\n')
    .map((line) => line.split(',').slice(1).join())
  expect(lines[0]).toBe('name,type,memory,supply.name,supply.level,custom.owner')
  expect(lines).toContain('pc-00,computer,17179869184,,,')
  expect(lines).toContain('prn-low,printer,,Black Cartridge,8,')
  expect(faults).toEqual([])
})

test('axe finds no violation in the editor of filters and in the text', async () => {
  const query = encodeURIComponent('software(name = Firefox and version < 145) and (has tag or lacks user)')
  const { page } = await web.open(`/devices?query=${query}`)
  await page.getByRole('button', { name: /^Software: Name is Firefox/ }).click()
  await value(page).first().waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Search fields').waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit as text' }).click()
  await page.getByRole('combobox', { name: 'Query' }).fill('type = ')
  await page.getByRole('option', { name: 'printer' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
})
