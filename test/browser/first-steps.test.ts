import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenPassword, launchChromium, openContext, signIn } from '../harness/browser.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { joinLineOf, runAuditServiceOf } from './support/join.ts'
import { axeOnDeskAndPhone, axeViolations, openWeb, untilIdle } from './support/open-web.ts'

let up: Up
let browser: Browser

beforeAll(async () => {
  up = await startUp()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
})

async function choosePassword(page: Page, given: string): Promise<void> {
  await page.getByLabel('Current password').fill(given)
  await page.getByLabel('New password', { exact: true }).fill(chosenPassword)
  await page.getByLabel('Repeat new password').fill(chosenPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
}

test('the first five minutes: password, site, this machine, a segment with its scan, another Audit Service', async () => {
  await using folder = await tmpFolder()
  const { context, faults } = await openContext(browser, { baseURL: up.facts.url })
  const page = await context.newPage()
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await page.goto('/')
  await fill('Username', up.facts.username)
  await fill('Password', up.facts.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await choosePassword(page, up.facts.password ?? '')
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  const step = (name: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  const done = (name: RegExp) => step(name).getByRole('img', { name: 'Done' }).waitFor()
  await done(/^Your password/)
  await page.getByLabel('Name of the site').fill('Head office')
  await page.getByRole('button', { name: 'Save name' }).click()
  await done(/^Name your site/)
  await page.getByText('Head office', { exact: true }).waitFor()
  await done(/^This machine is in the inventory/)
  await step(/^This machine/)
    .getByText(/packages$/)
    .waitFor()

  expect((await up.api.get('/api/v1/tasks')).json()).toMatchObject({ total: 0 })
  const addresses = page.getByRole('textbox', { name: 'Addresses', exact: true })
  await addresses.fill('127.0.0.0/33')
  await page.getByRole('button', { name: 'Add segment' }).click()
  await page.getByRole('alert').getByText('Correct the fields marked below.').waitFor()
  await addresses.fill('127.0.0.1-127.0.0.2')
  await fill('Name', 'Loopback')
  await page.getByRole('button', { name: 'Add segment' }).click()
  await page.getByRole('button', { name: 'Scan Loopback now' }).click()
  await page.getByText('127.0.0.1', { exact: true }).first().waitFor({ timeout: 60_000 })
  await done(/^Add a segment/)
  await page.getByRole('link', { name: 'View segment' }).waitFor()

  await page.getByText('An Audit Service', { exact: true }).click()
  await using service = await runAuditServiceOf(await joinLineOf(page), folder.path, 'branch-9')
  await page.getByText('Joined: branch-9', { exact: true }).waitFor()
  await done(/^Add other machines/)
  expect(await axeViolations(page)).toEqual([])
  await service.stop()

  // Nobody had signed in, another password was due, and an address was none: each is a call that says so.
  expect(faults.filter((fault) => !/ 40[013]$|status of 40[013]/.test(fault))).toEqual([])
  await page.goto('/')
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
})

test('axe finds no violation on the first steps', async () => {
  const { page, faults } = await openWeb(browser, up, '/first-steps')
  await page.getByRole('heading', { name: 'This machine is in the inventory' }).waitFor()
  await untilIdle(page)
  expect([await axeOnDeskAndPhone(page), faults]).toEqual([[], []])
})

test('unfinished first steps reopen until the user leaves them, and stay in Settings', async () => {
  const made = (
    await up.api.post('/api/v1/users', { username: 'ada', name: 'Ada', capabilities: ['Administrator'] })
  ).json()
  const bare = (await up.api.post('/api/v1/sites', { name: 'Bare' })).json() as { id: string }
  const { id, password } = made as { id: string; password: string }
  await up.api.call('PATCH', `/api/v1/users/${id}`, { body: { siteIds: [bare.id] } })
  const { context, faults } = await openContext(browser, { baseURL: up.facts.url })
  const ada = { ...up, facts: { ...up.facts, username: 'ada' } }
  await signIn(context, ada, password)
  const page = await context.newPage()
  await page.goto('/')
  await choosePassword(page, password)
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  await page.goto('/')
  await page.getByText(/^Rollcall was started without an agent/).waitFor()
  await page.getByRole('button', { name: 'Go to the inventory' }).click()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('main').getByRole('link', { name: 'First steps' }).first().click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  // That a password is due is said to every call of a page.
  expect(faults.filter((fault) => !/ 403$|status of 403/.test(fault))).toEqual([])
})
