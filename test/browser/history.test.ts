import { expect, test } from 'vitest'
import { computer, hostileDevice, hostileText, importDevice } from './support/devices.ts'
import { axeViolations } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()

test('before the first device the dashboard says how to get one', async () => {
  const { page, faults } = await web.open('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByText('Nothing is known yet').waitFor()
  await page.getByRole('link', { name: 'Add a segment' }).click()
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  expect(faults).toEqual([])
})

test('each figure of the dashboard leads to the list behind it', async () => {
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
  await follow('Devices by maker', 'Dell Inc.', '/devices?maker=Dell+Inc.', 3)
  await page.getByRole('button', { name: 'Any maker' }).click()
  await pages.getByText('1 to 4 of 4').waitFor()

  await page.goto('/')
  await page.getByText('As a table').click()
  const days = page.getByRole('table', { name: 'Changes per day' })
  expect(await days.getByRole('row').count()).toBe(31)
  await days.getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Changes' }).waitFor()
  await page.getByRole('table', { name: 'Changes' }).getByText('openssl').waitFor()
  expect(faults).toEqual([])
})

test('changes are told by audit, narrowed by filters in the address, and lead to the device as it was', async () => {
  const { page, faults } = await web.open('/changes')
  const table = page.getByRole('table', { name: 'Changes' })
  await table.getByText(hostileText).first().waitFor()
  const search = page.getByRole('search', { name: 'Changes' })
  await search.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Changed' }).click()
  await search.getByRole('button', { name: 'Device' }).click()
  await page.getByLabel('Search: device').fill('pc-00')
  await page.getByRole('option', { name: /pc-00/ }).click()
  await table.getByRole('row', { name: 'Changed Software openssl 3.0.16 3.0.17' }).waitFor()
  expect(await table.getByText(hostileText).count()).toBe(0)
  expect(new URL(page.url()).search).toMatch(/^\?verb=Modified&deviceId=[\da-f-]{36}$/)
  await table.getByRole('link', { name: 'As it was then' }).first().click()
  await page.getByText('As it was on').waitFor()
  await page.getByRole('heading', { name: 'pc-00' }).waitFor()
  await page.goBack()
  await search.getByRole('button', { name: 'Any device' }).click()
  await search.getByRole('button', { name: 'Edited by' }).click()
  await page.getByRole('option', { name: 'admin', exact: true }).click()
  await table.getByRole('row', { name: 'Changed User password' }).waitFor()
  await table.getByText('openssl').first().waitFor({ state: 'detached' })
  await page.goBack()
  await table.waitFor()
  await search.getByLabel('Until').fill('2020-01-01')
  await page.getByText('No change fits').waitFor()
  expect(faults).toEqual([])
})

test('two snapshots of a device, or two devices, are compared side by side by an address that holds all', async () => {
  const { page, faults } = await web.open('/compare')
  await page.getByText('Nothing to compare yet').waitFor()
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
  await page.getByText('No difference has this text in it.').first().waitFor()
  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await shared.getByRole('row', { name: 'Changed openssl 3.0.16 3.0.17' }).waitFor()
  // What is the same in both is a click away.
  await software.getByRole('link', { name: /^pc-01, / }).click()
  await page.getByRole('heading', { level: 1, name: 'pc-01' }).waitFor()
  await page.getByText(/^As it was on /).waitFor()
  expect(faults).toEqual([])
})

test.each([1280, 390])(
  'axe finds nothing on the dashboard, the changes and a comparison, %d pixels wide',
  async (width) => {
    const { page } = await web.open('/', { viewport: { width, height: 900 } })
    await page.getByRole('list', { name: 'Devices by maker' }).waitFor()
    await page.getByText('As a table').click()
    await page.getByText('No product is Required or Forbidden yet').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/changes')
    await page.getByRole('table', { name: 'Changes' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'pc-00' }).first().click()
    await page.getByRole('navigation', { name: 'Device' }).getByRole('link', { name: 'History' }).click()
    const tables = page.getByRole('table', { name: /^Snapshots of / })
    await tables.first().waitFor()
    const deviceId = /devices\/([\da-f-]+)/.exec(page.url())?.[1]
    await page.goto(`/compare?device=${deviceId}`)
    await page.getByRole('table', { name: 'Software' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    expect(overflow).toBeLessThanOrEqual(0)
  },
)
