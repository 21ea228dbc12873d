import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { computer, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone, axeViolations } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(async (up) => {
  for (let number = 0; number < 3; number++) await importDevice(up.api, computer(number))
})

const form = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a rule is created with its number of devices, opens findings, and is edited and deleted', async () => {
  const { page, faults } = await web.open('/settings/rules')
  const table = page.getByRole('table', { name: 'Rules' })
  await table.getByRole('row', { name: /Supply under 10 %/ }).waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  const drawer = form(page, 'New rule')
  await drawer.getByLabel('Name').fill('Asset tag is missing')
  await drawer.getByRole('combobox', { name: 'Query' }).fill('lacks asetTag')
  await drawer
    .getByText(/asetTag/)
    .first()
    .waitFor()
  await drawer.getByRole('combobox', { name: 'Query' }).fill('lacks assetTag')
  await drawer.getByRole('link', { name: '3 devices match now' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Create rule' }).click()
  const row = table.getByRole('row', { name: /Asset tag is missing/ })
  await row.getByRole('link', { name: '3', exact: true }).waitFor()

  await row.getByRole('button', { name: 'Edit Asset tag is missing' }).click()
  await form(page, 'Edit Asset tag is missing').getByLabel('Enabled').uncheck()
  await form(page, 'Edit Asset tag is missing').getByRole('button', { name: 'Save' }).click()
  await row.getByText('Disabled').waitFor()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'New rule' }).click()
  await drawer.getByLabel('Name').fill('Software of tagged devices')
  await drawer.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'A device has new software' }).click()
  await drawer.getByRole('combobox', { name: 'Query' }).fill('type = computer')
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Create rule' }).click()
  await table.getByRole('row', { name: /A device has new software: type = computer/ }).waitFor()
  expect(faults).toEqual([])
  expect(await axeOnDeskAndPhone(page)).toEqual([])
})

test('the dashboard leads to exactly the counted findings, which are acknowledged, undone and snoozed', async () => {
  await web.up().api.post('/api/v1/rules', { name: 'No sticker', query: 'lacks assetTag', severity: 'error' })
  const { page, faults } = await web.open('/settings/rules')
  const row = page.getByRole('row', { name: /No sticker/ })
  await row.getByRole('link', { name: '3', exact: true }).waitFor()
  await page.goto('/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await attention.getByRole('link', { name: 'No sticker' }).click()
  await page.getByText('1 to 3 of 3').waitFor()
  expect(new URL(page.url()).searchParams.get('state')).toBe('open')

  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Acknowledge…' }).click()
  await form(page, 'Acknowledge 3 findings').getByLabel('Note').fill('Stickers are ordered')
  await form(page, 'Acknowledge 3 findings').getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('3 findings acknowledged').waitFor()
  await page.getByText('No findings match').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 to 3 of 3').waitFor()

  await page
    .getByLabel(/^Select (?!all)/)
    .first()
    .check()
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: '7 days' }).click()
  await page.getByText('1 to 2 of 2').waitFor()
  await page.getByRole('search', { name: 'Findings' }).getByRole('button', { name: 'State Open' }).click()
  await page.getByRole('option', { name: 'Snoozed' }).click()
  await page
    .getByRole('table', { name: 'Findings' })
    .getByText(/Snoozed until/)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goto('/')
  await attention.getByRole('link', { name: 'No sticker' }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  expect(faults).toEqual([])
})

test('the bell counts findings until they are read', async () => {
  const { page, faults } = await web.open('/')
  await page.getByRole('button', { name: /new findings?$/ }).click()
  const unread = page.getByRole('region', { name: 'Unread findings' })
  await unread.getByText('No sticker').first().waitFor()
  await unread.getByRole('button', { name: 'Mark as read' }).click()
  await unread.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: /^Alerts: none$/ }).waitFor()
  expect(faults).toEqual([])
})
