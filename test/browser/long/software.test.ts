import { expect, test } from 'vitest'
import { computer, hostileDevice, hostileText, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(async ({ api }) => {
  for (const [number, version] of ['3.0.16', '3.0.16', '3.0.17'].entries()) {
    await importDevice(api, computer(number, version))
  }
  await importDevice(api, computer(0, '3.0.17'))
  await importDevice(api, hostileDevice)
})

const catalog = { name: 'Software' }

test('the catalog is searched, filtered and counted, and a count links to the devices', async () => {
  const { page, faults } = await web.open('/software')
  const table = page.getByRole('table', catalog)
  const openssl = table.getByRole('row', { name: /openssl/ })
  await openssl.getByText('Regular').waitFor()
  await page.getByLabel('Search software').fill('open')
  await page.getByRole('status').getByText('1 to 1 of 1').waitFor()
  await page.getByRole('radiogroup', { name: 'Group rows' }).getByText('By version').click()
  await page.getByRole('status').getByText('1 to 2 of 2').waitFor()
  expect(new URL(page.url()).search).toBe('?q=open&by=version')

  await page.getByRole('search').getByRole('button', { name: 'Publisher' }).click()
  await page.getByRole('option', { name: 'Debian 2' }).click()
  await table.getByRole('link', { name: '2 devices with openssl' }).click()
  await page.getByRole('heading', { name: 'Devices' }).waitFor()
  await page.getByRole('button', { name: /Software openssl 3\.0\.17/ }).waitFor()
  await page.getByRole('status').getByText('1 to 2 of 2').waitFor()

  await page.getByRole('button', { name: 'Any software' }).click()
  await page.getByRole('link', { name: hostileText }).waitFor()
  await page.getByRole('search').getByRole('button', { name: 'Software', exact: true }).click()
  await page.getByLabel('Search: software').fill('bas')
  await page.getByRole('option', { name: 'bash 3' }).click()
  await page.getByRole('status').getByText('1 to 3 of 3').waitFor()
  expect(faults).toEqual([])
})

test('a product becomes Forbidden with one click, its devices are listed, and the change is undone', async () => {
  const { page, faults } = await web.open('/software?q=openssl')
  await page.getByRole('table', catalog).getByRole('link', { name: 'openssl', exact: true }).click()
  await page.getByRole('heading', { name: 'openssl', exact: true }).waitFor()
  const versions = page.getByRole('table', { name: 'Versions' })
  expect(await versions.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Version'),
    expect.stringContaining('3.0.17'),
    expect.stringContaining('3.0.16'),
  ])
  await page
    .getByRole('table', { name: 'Changes' })
    .getByRole('row', { name: /Upgraded.*3\.0\.16.*3\.0\.17/ })
    .waitFor()

  const old = page.getByRole('radiogroup', { name: 'Group of openssl 3.0.16' })
  await old.getByText('Forbidden').click()
  await page.getByText('openssl 3.0.16: Forbidden').waitFor()
  await page.getByText(/One version has another group, see below\./).waitFor()
  await page.getByRole('radiogroup', { name: 'Group of openssl', exact: true }).getByText('Required').click()
  await page.getByText('All versions of openssl: Required').waitFor()
  await page.getByRole('alert').filter({ hasText: 'All versions' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  await old.getByRole('radio', { name: 'Forbidden', checked: true }).waitFor({ state: 'attached' })

  await page.getByRole('link', { name: 'Software', exact: true }).click()
  await page.getByRole('navigation', catalog).getByRole('link', { name: 'Compliance' }).click()
  const findings = page.getByRole('table', { name: 'Compliance' })
  await findings.getByRole('row', { name: 'pc-01' }).getByRole('link', { name: 'openssl 3.0.16' }).waitFor()
  await page.getByRole('link', { name: '1 with a Forbidden product' }).click()
  expect(new URL(page.url()).search).toBe('?kind=forbidden')
  await page
    .getByRole('search')
    .getByRole('button', { name: /^Finding/ })
    .click()
  await page.getByRole('option', { name: 'Missing Required product' }).click()
  await page.getByText('No devices match').waitFor()
  expect(faults).toEqual([])
})

test('axe finds no violation on the pages of software', async () => {
  const { page, faults } = await web.open('/software')
  await page.getByRole('link', { name: hostileText }).first().waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.getByRole('link', { name: 'openssl', exact: true }).click()
  await page.getByRole('table', { name: 'Installations' }).waitFor()
  await page.getByRole('table', { name: 'Changes' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await page.goto('/software/compliance')
  await page.getByText('in scope of').waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the name of a product is never interpreted as markup', async () => {
  const { page, faults } = await web.open('/software?by=version')
  await page.getByRole('link', { name: hostileText }).first().click()
  await page.getByRole('heading', { name: hostileText }).waitFor()
  await page.getByRole('table', { name: 'Installations' }).waitFor()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  expect(faults).toEqual([])
})
