import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { computer, fullComputer, hostileDevice, hostileText, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb()

/** Shows changes on more days than those of the test. */
async function addDaysOfChanges(page: Page): Promise<void> {
  await page.route('**/api/v1/summary?*', async (route) => {
    const summary = (await (await route.fetch()).json()) as SiteSummary
    const changes = summary.changes.map((day, at) => ({ ...day, modified: day.modified + (at % 7) }))
    await route.fulfill({ json: { ...summary, changes } })
  })
  await page.reload()
}

test('without devices the dashboard explains how to add the first one', async () => {
  const { page, faults } = await web.open('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByText('No devices yet').waitFor()
  await page.getByRole('link', { name: 'Add a segment' }).click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  expect(faults).toEqual([])
})

test('each figure of the dashboard links to its list', async () => {
  for (let number = 0; number < 3; number++) await importDevice(web.up().api, computer(number))
  await importDevice(web.up().api, computer(0, '3.0.17'))
  await importDevice(web.up().api, hostileDevice)
  const { page, faults } = await web.open('/')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const follow = async (list: string, link: RegExp | string, address: string, total: number) => {
    await page.goto('/')
    await page.getByRole('list', { name: list, exact: true }).getByRole('link', { name: link }).click()
    await pages.getByText(`1 to ${total} of ${total}`).waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(address)
  }
  await follow('Devices', '4 devices', '/devices', 4)
  await follow('Devices', /seen in the last 24 hours/, '/devices?seen=24h&sort=-lastSeen', 4)
  await follow('Devices', /new in the last 7 days/, '/devices?new=7d&sort=-lastSeen', 4)
  await follow('Devices by type', 'Printer', '/devices?type=printer', 1)
  await follow('Devices by manufacturer', 'Dell Inc.', '/devices?maker=Dell+Inc.', 3)
  await page.getByRole('button', { name: 'Any manufacturer' }).click()
  await pages.getByText('1 to 4 of 4').waitFor()

  expect(faults).toEqual([])
})

test('each figure of the dashboard is the number of rows of the list that it leads to', async () => {
  // Rules are evaluated a moment after the import.
  const findings = async () => (await web.up().api.get('/api/v1/findings?limit=1')).json()
  await expect.poll(findings).toMatchObject({ total: expect.toSatisfy((total: number) => total > 0) })
  const { page, faults } = await web.open('/')
  const figures = page.locator('main a[class*=card]')
  await figures.first().waitFor()
  const shown = await figures.evaluateAll((links) =>
    links.map((link) => [link.querySelector('[class*=count]')?.textContent ?? '', link.getAttribute('href') ?? '']),
  )
  expect(shown.map(([, address]) => address?.split('?')[0])).toEqual(
    expect.arrayContaining(['/devices', '/findings', '/changes']),
  )
  for (const [number, address] of shown) {
    await page.goto(address ?? '')
    const total = await page.getByRole('navigation', { name: 'Pages' }).getByRole('status').innerText()
    expect([address, total.split(' of ')[1]]).toEqual([address, number])
  }
  expect(faults).toEqual([])
})

test('changes of a few days are figures on the dashboard, and those of more days a chart with a table', async () => {
  const { page, faults } = await web.open('/')
  const section = page.getByRole('region', { name: 'Changes in the last 30 days' })
  await section.getByRole('list', { name: 'Changes' }).waitFor()
  expect(await section.getByRole('figure').count()).toBe(0)

  await addDaysOfChanges(page)
  await section.getByText('Show as table').click()
  const days = page.getByRole('table', { name: 'Changes per day' })
  expect(await days.getByRole('row').count()).toBe(31)
  await days.getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Changes' }).waitFor()
  await page.getByRole('table', { name: 'Changes' }).getByText('openssl').waitFor()
  expect(faults).toEqual([])
})

test('changes are grouped by audit, filtered through the address, and link to the device as it was', async () => {
  const { page, faults } = await web.open('/changes')
  const table = page.getByRole('table', { name: 'Changes' })
  await table.getByText(hostileText).first().waitFor()
  const search = page.getByRole('search', { name: 'Changes' })
  await search.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Changed' }).click()
  await search.getByRole('button', { name: 'Device' }).click()
  await page.getByLabel('Search: device').fill('pc-00')
  await page.getByRole('option', { name: /pc-00/ }).click()
  await table.getByText('openssl 3.0.16 → 3.0.17').waitFor()
  await expect.poll(() => table.getByText(hostileText).count()).toBe(0)
  expect(new URL(page.url()).search).toMatch(/^\?verb=Modified&deviceId=[\da-f-]{36}$/)
  await table.getByText('openssl 3.0.16 → 3.0.17').click()
  await table.getByRole('row', { name: 'Changed Software openssl 3.0.16 3.0.17' }).waitFor()
  await table.getByRole('link', { name: 'View device at this time' }).first().click()
  await page.getByText('The device as of').waitFor()
  await page.getByRole('heading', { name: 'pc-00' }).waitFor()
  await page.goBack()
  await search.getByRole('button', { name: 'Any device' }).click()
  await search.getByRole('button', { name: 'Edited by' }).click()
  await page.getByRole('option', { name: 'admin', exact: true }).click()
  await table
    .getByText(/^password/)
    .first()
    .waitFor()
  await table.getByText('openssl').first().waitFor({ state: 'detached' })
  await page.goBack()
  await table.waitFor()
  await search.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No changes match').waitFor()
  expect(faults).toEqual([])
})

test('two snapshots or two devices are compared side by side, and the address holds the comparison', async () => {
  const { page, faults } = await web.open('/compare')
  await page.getByText('No device selected').waitFor()
  const choose = async (side: string, text: string) => {
    const picks = page.getByRole('group', { name: side, exact: true })
    await picks.getByRole('button', { name: /^Device/ }).click()
    await picks.getByLabel('Search: device').fill(text)
    await picks.getByRole('option', { name: new RegExp(text) }).click()
  }
  await choose('From', 'pc-00')
  const software = page.getByRole('table', { name: 'Software' })
  await software.getByRole('row', { name: 'Changed openssl 3.0.16 3.0.17' }).waitFor()
  expect(await software.getByRole('row').count()).toBe(2)

  await choose('To', 'pc-01')
  await software.getByRole('row', { name: 'Changed openssl 3.0.17 3.0.16' }).waitFor()
  await page.getByRole('table', { name: 'Hardware' }).getByText('8XK2PL1').first().waitFor()
  const { device, other } = Object.fromEntries(new URL(page.url()).searchParams)
  await page.getByRole('button', { name: 'Swap' }).click()
  await software.getByRole('row', { name: 'Changed openssl 3.0.16 3.0.17' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ device: other, other: device })

  await page.getByLabel('Search differences').fill('openssl')
  await page.getByText('No differences match.').first().waitFor()
  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await shared.getByRole('row', { name: 'Changed openssl 3.0.16 3.0.17' }).waitFor()
  // What is the same in both is a click away.
  await software.getByRole('link', { name: /^pc-01, / }).click()
  await page.getByRole('heading', { level: 1, name: 'pc-01' }).waitFor()
  await page.getByText(/^The device as of /).waitFor()
  expect(faults).toEqual([])
})

test('changes and comparison name the fields of an endpoint in words', async () => {
  const before = fullComputer(50)
  await importDevice(web.up().api, before)
  const { hardware } = before
  const [disk, ...disks] = hardware?.disks ?? []
  const accounts = hardware?.accounts?.map((account) => ({ ...account, isAdministrator: true }))
  const id = await importDevice(web.up().api, {
    ...before,
    hardware: {
      ...hardware,
      accounts,
      disks: [{ name: 'nvme0n1', ...disk, health: { status: 'ok', celsius: 30 } }, ...disks],
      security: { ...hardware?.security, secureBoot: 'on' },
    },
  })
  const { page, faults } = await web.open(`/changes?deviceId=${id}&entity=Hardware`)
  const rows = [
    ['Hardware ', 'Account old: administrator no yes'],
    ['Hardware ', 'Disk S6B50: health failing ok'],
    ['Hardware ', 'Secure boot off on'],
  ]
  const table = page.getByRole('table', { name: 'Changes' })
  await table
    .getByRole('button', { name: /^Details of the change/ })
    .first()
    .click()
  for (const [section, row] of rows) await table.getByRole('row', { name: `Changed ${section}${row}` }).waitFor()
  await page.goto(`/compare?device=${id}`)
  const compared = page.getByRole('table', { name: 'Hardware' })
  for (const [, row] of rows) await compared.getByRole('row', { name: `Changed ${row}` }).waitFor()
  expect(await compared.getByRole('row').count()).toBe(rows.length + 1)
  await page.getByLabel('Search differences').fill('secure boot')
  await expect.poll(() => compared.getByRole('row').count()).toBe(2)
  await page.goto(`/devices/${id}`)
  await page.getByRole('row', { name: /^Secure boot changed off on/ }).waitFor()
  expect(faults).toEqual([])
})

test('axe finds no violation on the dashboard, the changes and a comparison', async () => {
  const { page } = await web.open('/')
  await page.getByRole('list', { name: 'Devices by manufacturer' }).waitFor()
  await addDaysOfChanges(page)
  await page.getByText('Show as table').click()
  await page.getByText('No product is Required or Forbidden yet').waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Changes' }).click()
  await page.getByRole('table', { name: 'Changes', exact: true }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.getByRole('link', { name: 'pc-00' }).first().click()
  await page.getByRole('navigation', { name: 'Device' }).getByRole('link', { name: 'History' }).click()
  const tables = page.getByRole('table', { name: /^Snapshots in / })
  await tables.first().waitFor()
  const deviceId = /devices\/([\da-f-]+)/.exec(page.url())?.[1]
  await page.goto(`/compare?device=${deviceId}`)
  await page.getByRole('table', { name: 'Software' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
})
