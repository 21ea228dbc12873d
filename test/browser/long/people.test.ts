import { createdUserSchema, type User } from '@rollcall/shared/api/user.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { computer, importDevice } from '../support/devices.ts'
import { expiredRegistration } from '../support/expired-registration.ts'
import { axeOnDeskAndPhone } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(async (up) => {
  await importDevice(up.api, computer(1))
})

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('a user gets a role, and a custom set of permissions is shown as Custom', async () => {
  const { page, faults } = await web.open('/settings/users')
  await page.getByRole('button', { name: 'New user' }).click()
  const form = drawer(page, 'New user')
  await form.getByLabel('Username').fill('edith')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Edith Clarke')
  await form.getByLabel('Role').selectOption('Editor')
  expect(await form.getByRole('group', { name: 'Permissions' }).count()).toBe(0)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await form.getByRole('button', { name: 'Create user' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'edith' })
  await row.getByText('Editor', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'edith', exact: true }).click()
  const edited = drawer(page, 'edith')
  await edited.getByLabel('Role').selectOption('Custom')
  await edited.getByLabel('Start audits and scans').uncheck()
  await edited.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Custom', { exact: true }).waitFor()
  const { items } = (await web.up().api.get('/api/v1/users')).json() as { items: User[] }
  expect(items.find(({ username }) => username === 'edith')).toMatchObject({
    role: 'Custom',
    capabilities: ['EditInventory'],
  })
  expect(faults).toEqual([])
})

test('the secret of a registration is replaced with an overlap, and the former one is ended', async () => {
  await web.up().api.post('/api/v1/app-registrations', { name: 'CMDB' })
  const { page, faults } = await web.open('/settings/app-registrations')
  await page.getByRole('button', { name: 'CMDB', exact: true }).click()
  const form = drawer(page, 'CMDB')
  await form.getByRole('button', { name: 'Replace secret' }).click()
  const dialog = drawer(page, 'Replace the secret of CMDB')
  await dialog.getByLabel('The former secret ends').selectOption('In 7 days')
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  const secret = drawer(page, 'New secret of CMDB')
  expect(await secret.getByLabel('Client secret', { exact: true }).inputValue()).toMatch(/^[\w-]{43}$/)
  await secret.getByRole('button', { name: 'I have saved it' }).click()
  const former = form.getByRole('region', { name: 'Former secret' })
  await former.getByText('Never').waitFor()
  expect(await form.getByRole('button', { name: 'Replace secret' }).isDisabled()).toBe(true)
  const ends = await former.getByRole('time').last().getAttribute('datetime')
  expect(Date.parse(ends ?? '') - Date.now()).toBeGreaterThan(6 * dayMs)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await former.getByRole('button', { name: 'End now' }).click()
  await drawer(page, 'End the former secret?').getByRole('button', { name: 'End now' }).click()
  await former.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('times are shown as the site says, or as the user has chosen, with both exact times as tooltip', async () => {
  const { page, faults } = await web.open('/settings/dates-and-times')
  await page.getByLabel('Date format').selectOption('de-DE')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const title = async () => (await page.getByRole('main').getByRole('time').first().getAttribute('title')) ?? ''
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  expect(await title()).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d Asia\/Tokyo\n\d{4}-\d\d-\d\d .* UTC$/)

  await page.goto('/account')
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = drawer(page, 'Edit profile')
  await form.getByLabel('Date format').selectOption('iso')
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d, Europe\/Berlin$/).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  const [shown = '', utc = ''] = (await title()).split('\n')
  expect(shown).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Europe\/Berlin$/)
  const [here, there] = [shown, utc].map((text) => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`))
  expect([3_600_000, 7_200_000]).toContain((here ?? 0) - (there ?? 0))
  expect(faults).toEqual([])
})

test('pages say what a Viewer cannot do there and whom to ask', async () => {
  const grace = { username: 'grace', name: 'Grace Hopper', role: 'Administrator' }
  await web.up().api.create('/api/v1/users', grace, createdUserSchema)
  await expiredRegistration(web.up().api, 'Old sync')
  const { page } = await web.openAsReader('/devices')
  const ask = 'Ask Administrator or Grace Hopper.'
  const cases: [path: string, text: string][] = [
    ['/devices', 'edit devices'],
    ['/segments', 'change settings'],
    ['/settings/tags', 'change settings'],
    ['/settings/schedules', 'change settings'],
    ['/settings/ignore-list', 'edit devices'],
    ['/settings/audit-services', 'change settings'],
    ['/settings/agents', 'change settings'],
  ]
  for (const [path, text] of cases) {
    await page.goto(path)
    const line = page.getByText(/^You can view this page, but not/)
    await line.waitFor()
    expect([path, await line.innerText()]).toEqual([path, expect.stringContaining(text)])
    expect([path, await line.innerText()]).toEqual([path, expect.stringContaining(ask)])
  }
  for (const path of ['/settings/users', '/settings/app-registrations', '/settings/retention']) {
    await page.goto(path)
    const refused = page.getByRole('alert').filter({ hasText: 'Not permitted' })
    expect([path, await refused.innerText()]).toEqual([path, expect.stringContaining(ask)])
  }
  const banner = page.getByRole('region', { name: 'API client alerts' }).getByRole('alert')
  expect(await banner.innerText()).toBe(`The App registration "Old sync" has expired. ${ask}`)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
})
