import { startIssuer } from '@rollcall/collector/access/testing/issuer-server.ts'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { connectApi } from '../../harness/api-client.ts'
import { firstSignIn, openContext } from '../../harness/browser.ts'
import { tmpFolder } from '../../harness/tmp.ts'
import { joinLineOf, runAuditServiceOf } from '../support/join.ts'
import { axeOnDeskAndPhone, axeViolations, untilIdle } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(undefined, [])

const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()

test('a site is created, renamed and opened', async () => {
  const { page, faults } = await web.open('/settings')
  const navigation = page.getByRole('navigation', { name: 'Settings' })
  await navigation.getByRole('link', { name: 'Sites' }).click()
  await page.getByRole('button', { name: 'New site' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('default SITE')
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.getByRole('alert').getByText('A site named "default SITE" already exists.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Branch')
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.getByRole('button', { name: 'Rename Branch' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Branch office')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('button', { name: 'Settings of Branch office' }).click()
  await page.getByRole('button', { name: 'Site: Branch office' }).waitFor()
  await navigation.getByRole('link', { name: 'Audit Services' }).click()
  await page.getByText('No Audit Service on this site').waitFor()
  // That the name is taken is what was to be seen.
  expect(faults.filter((fault) => !/ 409$|status of 409/.test(fault))).toEqual([])
})

test('an Audit Service joins by one copied command, appears, is renamed and deleted', async () => {
  await using folder = await tmpFolder()
  const { page, faults } = await web.open('/settings/audit-services')
  await page.getByRole('button', { name: 'Add Audit Service' }).click()
  const line = await joinLineOf(page)
  await page.getByText('No machine has joined yet.').waitFor()
  await using service = await runAuditServiceOf(line, folder.path, 'branch-7')
  await page.getByText('Joined: branch-7', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  const row = page.getByRole('row', { name: /branch-7/ })
  await row.getByText('Active').waitFor()
  await row.getByRole('button', { name: 'branch-7' }).click()
  const panel = page.getByRole('dialog', { name: 'branch-7' })
  await panel.getByRole('table', { name: 'Scan methods' }).getByText('snmp').waitFor()
  await panel.getByText('No segments.').waitFor()
  await panel.getByLabel('Name').fill('Branch 7')
  await panel.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('dialog', { name: 'Branch 7' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Remove Branch 7?').waitFor()
  await page.getByRole('dialog', { name: 'Remove Branch 7?' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('row', { name: /Branch 7/ }).waitFor({ state: 'detached' })
  expect((await web.up().api.get('/api/v1/audit-services')).json()).toMatchObject({ total: 1 })
  expect(faults).toEqual([])
  await service.stop()
})

test('an agent appears with its device, and the install command for others is revoked', async () => {
  const { page, faults } = await web.open('/settings/agents')
  await page.getByRole('table', { name: 'Agents' }).getByRole('link').first().waitFor()
  await page.getByRole('button', { name: 'Add agents' }).click()
  await page.getByLabel('Maximum number of machines').fill('7')
  await page.getByLabel('Valid for').selectOption('7 days')
  expect(await joinLineOf(page)).toMatch(/^sudo rollcall agent install --url https:\S+ --token rcj1\.\S+$/)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Join tokens' }).click()
  const row = page.getByRole('row', { name: /^Agents 7 in 6d/ })
  await row.getByRole('button', { name: /^Revoke/ }).click()
  await confirm(page, 'Revoke')
  await row.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('an API client is created with its secret shown once, ended early, and deleted', async () => {
  const { page, faults } = await web.open('/settings/app-registrations')
  await page.getByRole('button', { name: 'New registration' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Ticketing')
  await page.getByLabel('Role').selectOption('Custom')
  await page.getByLabel('Edit, tag, import, ignore and delete devices').check()
  await page.getByRole('button', { name: 'Create registration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ticketing created' })
  const credentials = {
    clientId: await dialog.getByRole('textbox', { name: 'Client ID' }).inputValue(),
    clientSecret: await dialog.getByRole('textbox', { name: 'Client secret' }).inputValue(),
  }
  await dialog.getByRole('button', { name: 'I have saved it' }).click()
  const client = await connectApi(web.up().facts, credentials)
  expect((await client.get('/api/v1/devices')).status).toBe(200)

  const row = page.getByRole('row', { name: /^Ticketing/ })
  await row.getByText('Custom', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Ticketing' }).click()
  // A year has four digits: the next one belongs to the hour.
  await page.getByLabel('Expires').pressSequentially('013120261200PM')
  expect(await page.getByLabel('Expires').inputValue()).toBe('2026-01-31T12:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Expired').waitFor()
  expect((await client.get('/api/v1/devices')).status).toBe(401)

  await row.getByRole('button', { name: 'Ticketing' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete Ticketing?' }).getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a user is created with a one-time password, has fewer rights than an administrator, and is disabled', async () => {
  const { page, faults } = await web.open('/settings/users')
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('ada')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Create user' }).click()
  const password = await page.getByRole('textbox', { name: 'Password for the next sign-in' }).inputValue()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row', { name: /^ada/ })
  await row.getByText('One-time password').waitFor()

  const ada = { ...web.up(), facts: { ...web.up().facts, username: 'ada', password } }
  const hers = await openContext(web.browser(), { baseURL: web.up().facts.url })
  await firstSignIn(hers.context, ada)
  const herPage = await hers.context.newPage()
  await herPage.goto('/settings/users')
  await herPage.getByText('Not permitted').waitFor()
  expect(await axeViolations(herPage)).toEqual([])
  const navigation = herPage.getByRole('navigation', { name: 'Settings' })
  await navigation.getByRole('link', { name: 'Agents' }).click()
  await herPage.getByRole('table', { name: 'Agents' }).getByRole('row').nth(1).waitFor()
  expect(await herPage.getByRole('button', { name: 'Add agents' }).count()).toBe(0)
  expect(await navigation.getByRole('link', { name: 'Users' }).count()).toBe(0)

  await row.getByRole('button', { name: 'ada' }).click()
  await page.getByRole('table', { name: 'Sessions' }).getByText('127.0.0.1').first().waitFor()
  await page.getByRole('switch', { name: 'Enabled' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Disabled').waitFor()
  await herPage.reload()
  await herPage.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(faults).toEqual([])
})

test('an issuer is tested before it is saved, grants rights by its claim, and is removed', async () => {
  const issuer = await startIssuer()
  onTestFinished(() => issuer.close())
  const { page, faults } = await web.open('/settings/sign-in')
  await page.getByRole('button', { name: 'Set up OpenID Connect' }).click()
  await page.getByRole('textbox', { name: 'Issuer', exact: true }).fill(issuer.issuer)
  await page.getByLabel('Client ID').fill(issuer.clientId)
  await page.getByLabel('Client secret').fill(issuer.clientSecret)
  await page.getByLabel('Display name').fill('Office')
  await page.getByRole('button', { name: 'Add grant' }).click()
  const grant = page.getByRole('group', { name: 'Grant 1' })
  await grant.getByLabel('Claim value').fill('operators')
  await grant.getByLabel('Role').selectOption('Operator')
  await page.getByRole('button', { name: 'Test issuer' }).click()
  await page.getByText('The issuer works', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Sign in with Office').waitFor()
  expect((await web.up().api.get('/api/v1/sign-in-settings')).json()).toMatchObject({
    oidc: {
      label: 'Office',
      claim: 'groups',
      grants: [{ value: 'operators', capabilities: ['StartAuditsOrScans'] }],
      clientSecretSet: true,
      makeUsers: true,
    },
  })
  await page.getByRole('button', { name: 'Remove' }).click()
  await confirm(page, 'Remove')
  await page.getByText('OpenID Connect is not set up').waitFor()
  expect(faults).toEqual([])
})

const pages = ['Sites', 'Users', 'Sign-in', 'App registrations', 'Audit Services', 'Agents', 'Join tokens']
test('axe finds no violation on the pages of Settings', async () => {
  const { page, faults } = await web.open('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  for (const name of pages) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await untilIdle(page)
    expect([name, await axeViolations(page)]).toEqual([name, []])
  }
  expect(faults).toEqual([])
})
