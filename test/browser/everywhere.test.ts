import { readFile } from 'node:fs/promises'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSignIn, launchChromium, openContext } from '../harness/browser.ts'
import { daysLater } from '../harness/moved-clock.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { computer, importDevice } from './support/devices.ts'
import { axeViolations, openWeb } from './support/open-web.ts'

let folder: Awaited<ReturnType<typeof tmpFolder>>
let up: Up
let browser: Browser
let deviceId: string

const start = (env: NodeJS.ProcessEnv = {}) => startUp({ dataDir: folder.path, args: ['--no-agent'], env })

beforeAll(async () => {
  folder = await tmpFolder()
  up = await start()
  browser = await launchChromium()
  const { context } = await openContext(browser)
  await firstSignIn(context, up)
  const headers = { Origin: up.facts.url }
  await context.request.post(`${up.facts.url}/api/v1/sites`, { data: { name: 'Branch' }, headers })
  await context.close()
  deviceId = await importDevice(up.api, computer(1))
  await importDevice(up.api, computer(2))
  const segment = { name: 'Plant floor', type: 'address-list', addresses: ['127.0.0.1'] }
  await up.api.post('/api/v1/segments', { ...segment, auditServiceId: up.facts.auditServiceId })
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
  await folder?.remove()
})

const open = (path = '/devices') => openWeb(browser, up, path)

/** Opens the search by the keyboard alone, and types. */
async function search(page: Page, text: string) {
  await page.getByRole('button', { name: 'Search everything' }).waitFor()
  await page.keyboard.press('/')
  const box = page.getByRole('textbox', { name: 'Search everything' })
  await box.waitFor()
  await box.fill(text)
  return page.getByRole('dialog', { name: 'Search everything' })
}

const found: [typed: string, result: string, leadsTo: string][] = [
  ['00-1B-21-3C-9D-11', 'pc-01', '/devices/'],
  ['8XK2PL2', 'pc-02', '/devices/'],
  ['plant', 'Plant floor', '/segments/'],
  ['openssl', 'openssl', '/software/'],
  ['retention', 'Retention', '/settings/retention'],
  ['bucket', 'Snapshot storage', '/settings/snapshot-storage'],
]
test('the search finds every kind of record from every page, and Enter opens it', async () => {
  const { page, faults } = await open()
  for (const [typed, result, leadsTo] of found) {
    const dialog = await search(page, typed)
    // What was found for the text before stays above it for a moment, and would be opened.
    await dialog.getByRole('button').first().filter({ hasText: result }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname.startsWith(leadsTo))
    await dialog.waitFor({ state: 'detached' })
  }
  expect(await (await up.api.get('/api/v1/tasks?kind=scan')).json()).toMatchObject({ total: 0 })
  expect(faults).toEqual([])
})

test('the search runs commands: scan, audit, colour scheme, site, sign out', async () => {
  const { page } = await open()
  await search(page, 'scan plant')
  await page.getByRole('button', { name: 'Scan Plant floor' }).click()
  await page.getByRole('heading', { name: 'Plant floor', level: 1 }).waitFor()
  await expect.poll(async () => (await up.api.get('/api/v1/tasks?kind=scan')).json()).toMatchObject({ total: 1 })

  await search(page, 'audit pc-01')
  await page.getByRole('button', { name: 'Audit pc-01' }).waitFor()
  await page.keyboard.press('Escape')

  await search(page, 'dark')
  await page.getByRole('button', { name: 'Colour scheme: dark' }).click()
  await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')

  await page.getByRole('dialog', { name: 'Search everything' }).waitFor({ state: 'detached' })
  await search(page, 'branch')
  await page.getByRole('button', { name: 'Switch to site Branch' }).click()
  await page.getByText('No devices yet').waitFor()
  await page.getByRole('button', { name: 'Site: Branch' }).click()
  await page.getByRole('menuitem', { name: 'Default site' }).click()
  await page.getByRole('heading', { name: 'By type' }).waitFor()

  await search(page, 'sign out')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

/** Pages with a list, or with one as a part of them. */
const lists =
  '/devices /segments /suggestions /tasks /findings /reviews /software /software/compliance /changes ' +
  '/settings/agents /settings/app-registrations /settings/audit-services /settings/credentials ' +
  '/settings/ignore-list /settings/join-tokens /settings/reports /settings/rules /settings/schedules ' +
  '/settings/sites /settings/tags /settings/users'
test('every list is exported, as CSV or as a workbook', async () => {
  const { page, faults } = await open()
  const idOf = async (path: string) => ((await up.api.get(path)).json() as { items: { id: string }[] }).items[0]?.id
  const segment = await idOf('/api/v1/segments')
  await up.api.post(`/api/v1/segments/${segment}/scan`, {})
  const parts = [
    `/software/${await idOf('/api/v1/software')}`,
    `/segments/${segment}/devices`,
    `/tasks/${await idOf('/api/v1/tasks?kind=scan')}`,
  ]
  for (const path of [...lists.split(' '), ...parts]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Export CSV' }).count(), { message: path }).toBe(1)
  }
  await page.goto('/findings?state=snoozed')
  await page.getByRole('button', { name: 'Export formats' }).click()
  const [file, request] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForRequest(/findings[?].*format=/),
    page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
  ])
  const start = (await readFile(await file.path())).subarray(0, 2).toString()
  expect([file.suggestedFilename(), start]).toEqual(['findings.xlsx', 'PK'])
  expect(new URL(request.url()).search).toBe('?state=snoozed&format=xlsx')
  expect(faults).toEqual([])
})

test('search results stay until the results for the new text arrive', async () => {
  const { page } = await open()
  const dialog = await search(page, 'pc-0')
  await dialog.getByRole('button', { name: 'pc-02' }).waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/search?q=pc-01*', async (route) => {
    await held
    await route.continue()
  })
  const request = page.waitForRequest(/search\?q=pc-01/)
  await page.getByRole('textbox', { name: 'Search everything' }).fill('pc-01')
  await request
  expect(await dialog.getByRole('button', { name: 'pc-02' }).count()).toBe(1)
  release()
  await dialog.getByRole('button', { name: 'pc-02' }).waitFor({ state: 'detached' })
})

test('a site chosen by the previous user of the browser is dropped if the new user is not bound to it', async () => {
  const { page, faults } = await open()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  await page.evaluate("localStorage.setItem('rollcall-site', '019a7c1e-0000-7000-8000-000000000000')")
  await page.reload()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  expect([await page.evaluate("localStorage.getItem('rollcall-site')"), faults]).toEqual([null, []])
})

test('after navigation the focus is in the new page, whose title is announced', async () => {
  const { page, faults } = await open()
  await page.getByRole('link', { name: 'pc-01' }).press('Enter')
  await page.getByRole('heading', { name: 'pc-01', level: 1 }).waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
  expect(await page.locator('[aria-live=polite]').filter({ hasText: 'pc-01 · Rollcall' }).count()).toBe(1)
  const menu = page.getByRole('button', { name: /^User menu/ })
  await menu.press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'Your account' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/^User menu/)
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await skip.press('Enter')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
  expect(faults).toEqual([])
})

test('the list of keyboard shortcuts opens by key', async () => {
  const { page, faults } = await open()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Search everything and run actions').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const singleKeys = help.getByRole('switch', { name: /^Single-key shortcuts/ })
  await singleKeys.click()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  expect([await help.count(), await page.evaluate('document.activeElement.tagName')]).toEqual([0, 'BODY'])
  await page.evaluate('localStorage.clear()')
  await page.reload()
  const box = page.getByRole('searchbox', { name: 'Search devices' })
  await box.press('?')
  expect([await box.inputValue(), await help.count()]).toEqual(['?', 0])
  expect(faults).toEqual([])
})

/** Goes by links to every page of the rail and of Settings, and to a device's and a segment's, as one does it. */
async function everyPage(page: Page, look: (path: string) => Promise<void>): Promise<number> {
  let seen = 0
  const walk = async (name: string) => {
    const links = page.getByRole('navigation', { name, exact: true }).getByRole('link')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    for (const [at, path] of hrefs.entries()) {
      if (path.startsWith('/api/')) continue
      const left = await page.title()
      await links.nth(at).click()
      await page.waitForURL((url) => url.pathname === path)
      // The address is there before the page, which has a title of its own.
      await expect.poll(() => page.title(), { message: path }).not.toBe(left)
      await look(path)
      seen += 1
      // One of Settings leads out of them.
      if ((await links.count()) === 0) {
        await page.goBack()
        await links.first().waitFor()
      }
    }
  }
  await walk('Main')
  await page.goto('/settings')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await walk('Settings')
  const { items } = (await up.api.get('/api/v1/segments')).json() as { items: { id: string }[] }
  for (const path of [`/devices/${deviceId}`, `/segments/${items[0]?.id}`]) {
    await page.goto(path)
    await look(path)
    seen += 1
  }
  return seen
}

test('every page shows an alert for an API client: amber from 30 days before it expires, red afterwards', async () => {
  const create = (name: string, days: number) =>
    up.api.post('/api/v1/app-registrations', { name, expiresAt: new Date(Date.now() + days * dayMs).toISOString() })
  await create('Old sync', 29.5)
  await create('Reports', 50)
  const announced = async (page: Page) => {
    const banner = page.getByRole('region', { name: 'API client alerts' })
    await banner.waitFor()
    const of = (role: 'alert' | 'status') => banner.getByRole(role).locator('strong').allInnerTexts()
    return { red: await of('alert'), amber: await of('status') }
  }
  const before = await open()
  expect(await announced(before.page)).toEqual({
    red: [],
    amber: ['The App registration "Old sync" expires in 30 days.'],
  })
  await before.context.close()
  await up.stop()
  up = await start(daysLater(35))
  const { page, faults } = await open()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  const both = {
    red: ['The App registration "Old sync" has expired.'],
    amber: ['The App registration "Reports" expires in 15 days.'],
  }
  const pages = await everyPage(page, async (path) => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await announced(page), path).toEqual(both)
  })
  expect(pages).toBeGreaterThan(15)
  // The bell does not repeat what is above it, which leads to where it is resolved.
  await page.getByRole('button', { name: /^Alerts: none\b/ }).waitFor()
  const lead = page.getByRole('region', { name: 'API client alerts' }).getByRole('link', { name: 'Renew or delete' })
  expect(await lead.count()).toBe(2)
  await lead.first().click()
  await page.getByRole('heading', { name: 'App registrations', level: 1 }).waitFor()
  expect(faults).toEqual([])
})
