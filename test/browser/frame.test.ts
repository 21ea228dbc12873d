import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { dayMs } from '@rollcall/shared/durations.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openContext, signIn } from '../harness/browser.ts'
import { computer, importDevice } from './support/devices.ts'
import { expiredRegistration } from './support/expired-registration.ts'
import { axeViolations, type openWeb, untilIdle } from './support/open-web.ts'
import { useWeb } from './support/use-web.ts'

/** Bytes of compressed script that the first load may transfer. */
const scriptBytesMax = 240 * 1024
/** Bytes on the page of the API documentation, which has the whole of Swagger UI. */
const swaggerBytesMax = 720 * 1024
/** The fonts of text, and of keys and identifiers. */
const fonts = /\/(inter|jetbrains-mono)-latin-wght-normal-[^/]+\.woff2$/
/** Pages that load at the same time: each waits for its own silence of the network. */
const pagesAtOnce = 4
/** A shift that nobody sees. */
const shiftMin = 0.001

const web = useWeb(async (up) => {
  await importDevice(up.api, computer(1))
})

async function openDevices(options?: Parameters<typeof openWeb>[3]) {
  const opened = await web.open('/devices', options)
  await opened.page.getByRole('link', { name: 'pc-01' }).waitFor()
  return opened
}

/** Bytes of script that a page transfers to a browser that has nothing of it yet. */
async function scriptBytesOf(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sent: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') sent.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sent)).reduce((sum, each) => sum + each, 0)
  expect(sent.length).toBeGreaterThan(1)
  await page.close()
  return bytes
}

test('the first load of every page transfers less than 240 KB of script', async () => {
  const { context, page } = await openDevices()
  const linksOf = (name: string) =>
    page
      .getByRole('navigation', { name, exact: true })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const [device = ''] = await page
    .getByRole('link', { name: 'pc-01' })
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const main = await linksOf('Main')
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings', exact: true }).getByRole('link').first().waitFor()
  const paths = new Set([...main, ...(await linksOf('Settings')), device, `${device}/network`, '/account', '/findings'])
  expect(paths.size).toBeGreaterThan(25)
  const large: string[] = []
  const waiting = paths.values()
  const measure = async () => {
    for (const path of waiting) {
      const bytes = await scriptBytesOf(context, path)
      const bytesMax = path === '/api-documentation' ? swaggerBytesMax : scriptBytesMax
      if (bytes >= bytesMax) large.push(`${path}: ${bytes}`)
    }
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, measure))
  expect(large).toEqual([])
  const { context: stranger } = await openContext(web.browser(), { baseURL: web.up().facts.url })
  expect(await scriptBytesOf(stranger, '/sign-in')).toBeLessThan(scriptBytesMax)
})

test('the first load reads fonts and the user beside one script, and the data beside the script of the page', async () => {
  const { context } = await openContext(web.browser(), { baseURL: web.up().facts.url })
  await signIn(context, web.up())
  const page = await context.newPage()
  const paths: string[] = []
  const isPreloaded = (path: string) => path === '/api/v1/me' || fonts.test(path)
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const data = page.waitForRequest(/\/api\/v1\/summary\?/)
  await page.route(/\/assets\/dashboard-[^/]+\.js$/, async (route) => {
    await data
    await route.continue()
  })
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await expect.poll(() => paths.filter(isPreloaded)).toHaveLength(3)
    expect(paths.filter((path) => path.endsWith('.js'))).toHaveLength(2)
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await untilIdle(page)
  // A preloaded file that does not fit its use is read again.
  expect(paths.filter(isPreloaded)).toHaveLength(3)
})

test('the dashboard, lists and the map read nothing twice and do not move what they have shown', async () => {
  const { context } = await openContext(web.browser(), { baseURL: web.up().facts.url })
  await signIn(context, web.up())
  await context.addInitScript(`
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        if (value >= ${shiftMin}) window.shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 120))])
      }
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  for (const path of ['/', '/devices', '/software', '/map']) {
    const page = await context.newPage()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) calls.push(request.url())
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await untilIdle(page)
    expect([path, await page.evaluate('window.shifts')]).toEqual([path, []])
    expect(calls).toEqual([...new Set(calls)])
    // Menus that are closed render nothing.
    expect(await page.locator('[role=option]').count()).toBe(0)
    await page.close()
  }
})

test('the style sheet has the styles of every Mantine component in the scripts', () => {
  const assets = join(import.meta.dirname, '..', '..', 'collector', 'web', 'dist', 'assets')
  const textOf = (ending: string) =>
    readdirSync(assets)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(assets, name), 'utf8'))
      .join('\n')
  const ofCollector = createRequire(join(assets, '..', '..', '..', 'package.json'))
  const whole = readFileSync(ofCollector.resolve('@mantine/core/styles.css'), 'utf8')
  const classesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name))
  const styled = classesIn(whole, /\.(m_[0-9a-f]+)/g)
  const present = classesIn(textOf('.css'), /\.(m_[0-9a-f]+)/g)
  const used = [...classesIn(textOf('.js'), /\b(m_[0-9a-f]+)\b/g)].filter((name) => styled.has(name))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter((name) => !present.has(name))).toEqual([])
})

test('several expired API clients are one line, which ends when they are disabled or deleted', async () => {
  const { api } = web.up()
  const names = ['Sync A', 'Sync B', 'Sync C', 'Sync D']
  const ids = await Promise.all(names.map((name) => expiredRegistration(api, name)))
  const { page, faults } = await web.open('/')
  const line = page.getByRole('region', { name: 'API client alerts' }).getByRole('alert')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await line.innerText()).toMatch(/^4 App registrations have expired: .+, .+, .+ and 1 more\. Renew or delete$/)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const id of ids.slice(2)) expect((await api.call('DELETE', `/api/v1/app-registrations/${id}`)).status).toBe(204)
  await line.getByRole('link', { name: 'Renew or delete' }).click()
  for (const [at, change] of ['disable', 'delete'].entries()) {
    await page.getByRole('button', { name: names[at] ?? '', exact: true }).click()
    const form = page.getByRole('dialog', { name: names[at] ?? '' })
    if (change === 'disable') {
      await form.getByRole('switch', { name: 'Enabled' }).uncheck()
      await form.getByRole('button', { name: 'Save' }).click()
    } else {
      await form.getByRole('button', { name: 'Delete' }).click()
      await page
        .getByRole('dialog', { name: `Delete ${names[at]}?` })
        .getByRole('button', { name: 'Delete' })
        .click()
    }
    await form.waitFor({ state: 'detached' })
    if (change === 'disable') await line.getByText(`"${names[1]}" has expired`).waitFor()
  }
  await line.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('every page shows an expired API client in red, and one that soon expires in amber', async () => {
  await web.up().api.post('/api/v1/app-registrations', {
    name: 'Next month',
    expiresAt: new Date(Date.now() + 5 * dayMs).toISOString(),
  })
  await expiredRegistration(web.up().api, 'Old sync')
  const { page, faults } = await openDevices()
  const banner = page.getByRole('region', { name: 'API client alerts' })
  const error = banner.getByRole('alert')
  const warning = banner.getByRole('status')
  expect(await error.innerText()).toContain('The App registration "Old sync" has expired')
  expect(await warning.innerText()).toContain('"Next month" expires in 5 days')
  const red = 'rgb(179, 38, 30)'
  const backgroundOf = (role: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('section [role=${role}]').parentElement).backgroundColor`)
  expect(await backgroundOf('alert')).toBe(red)
  expect(await backgroundOf('status')).not.toBe(red)
  await page.getByRole('link', { name: 'pc-01' }).click()
  await page.getByRole('heading', { name: 'pc-01' }).waitFor()
  expect(await error.count()).toBe(1)
  // The bell and the dashboard do not repeat what is above them.
  await page.getByRole('button', { name: 'Alerts: none' }).waitFor()
  await page.goto('/')
  await error.waitFor()
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await untilIdle(page)
  expect(await page.getByText('"Old sync"').count()).toBe(1)
  const { height = 0 } = (await error.locator('..').boundingBox()) ?? {}
  expect(height).toBeLessThan(32)
  expect(faults).toEqual([])
})

const layers: [name: string, open: (page: Page) => Promise<void>, shown: (page: Page) => Locator][] = [
  [
    'the filter by type',
    (page) => page.getByRole('search').getByRole('button', { name: 'Type' }).click(),
    (page) => page.getByRole('option', { name: 'Computer 1' }),
  ],
  ['the views', ofButton('Views'), (page) => page.getByRole('navigation', { name: 'Views' })],
  ['the columns', ofButton('Columns'), (page) => page.getByRole('group', { name: 'Columns' })],
  ['the user menu', ofButton(/^User menu/), (page) => page.getByRole('link', { name: 'Your account' })],
  ['the running tasks', ofButton(/^Running tasks/), (page) => page.getByRole('link', { name: 'All tasks' })],
  [
    'the search of everything',
    (page) => page.keyboard.press('Control+k'),
    (page) => page.getByRole('textbox', { name: 'Search everything' }),
  ],
  [
    'a question before something goes',
    async (page) => {
      await page.getByLabel('Select pc-01').click()
      await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Ignore…' }).click()
    },
    (page) => page.getByRole('dialog', { name: 'Ignore 1 device?' }),
  ],
]
function ofButton(name: string | RegExp) {
  return (page: Page) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
}

test('dialogs and menus pass axe and the content security policy, and close with Esc', async () => {
  const { page, faults } = await openDevices()
  for (const [name, open, shown] of layers) {
    await open(page)
    await shown(page).waitFor()
    expect([name, await axeViolations(page)]).toEqual([name, []])
    await page.keyboard.press('Escape')
    await shown(page).waitFor({ state: 'hidden' })
  }
  expect(faults).toEqual([])
})

test('edits the asset tag and custom fields in place', async () => {
  const { page, faults } = await openDevices()
  await page.getByRole('link', { name: 'pc-01' }).click()
  const tag = page.getByRole('textbox', { name: 'Asset tag' })
  await tag.fill('INV-0042')
  await tag.press('Escape')
  expect(await tag.inputValue()).toBe('')
  await tag.fill('INV-0042')
  await tag.press('Enter')
  await page.getByLabel('Name of a new field').fill('owner')
  await page.getByLabel('Value of the new field').fill('Facilities')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: 'owner' }).waitFor()
  const { items } = (await web.up().api.get('/api/v1/devices?q=INV-0042')).json() as { items: { id: string }[] }
  const device = (await web.up().api.get(`/api/v1/devices/${items[0]?.id}`)).json()
  expect(device).toMatchObject({ assetTag: 'INV-0042', customFields: { owner: 'Facilities' } })
  expect(faults).toEqual([])
})

test('two snapshots are selected and compared, and the page shows the device as it was', async () => {
  const id = await importDevice(web.up().api, computer(1, '3.0.17'))
  const { page, faults } = await web.open(`/devices/${id}/history`)
  const picks = page.getByRole('checkbox', { name: /^Select snapshot/ })
  await picks.nth(1).waitFor()
  await picks.nth(0).check()
  await picks.nth(1).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  const compared = page.getByRole('region', { name: 'Comparison' })
  await compared.getByText('openssl').waitFor()
  expect(await compared.getByRole('deletion').innerText()).toBe('3.0.16')
  expect(await compared.getByRole('insertion').innerText()).toBe('3.0.17')

  await page.getByRole('link', { name: 'View device at this time' }).nth(1).click()
  await page.getByText(/^The device as of/).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Device' })
  await tabs.getByRole('link', { name: 'Software' }).click()
  await page.getByRole('table', { name: 'Software' }).getByText('3.0.16').waitFor()
  await page.getByRole('link', { name: 'Back to now' }).click()
  await tabs.getByRole('link', { name: 'Software' }).click()
  await page.getByRole('table', { name: 'Software' }).getByText('3.0.17').waitFor()
  expect(faults).toEqual([])
})

test('while the collector does not respond, the page stays and warns that it may be outdated', async () => {
  const { page, context } = await openDevices()
  const bar = page.getByText(/^No connection to the collector/)
  await context.setOffline(true)
  await page.getByRole('search').getByRole('button', { name: 'Type' }).click()
  await bar.waitFor()
  expect(await page.getByRole('link', { name: 'pc-01' }).count()).toBe(1)
  // A page that was never opened is waited for, and the others stay where they are.
  await page.evaluate('window.isTheSame = true')
  const fetched = page.waitForRequest((request) => request.url().endsWith('/healthz'))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suggestions' }).hover()
  await fetched
  await context.setOffline(false)
  await bar.waitFor({ state: 'detached' })
  await page.getByRole('option', { name: 'Computer 1' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suggestions' }).click()
  await page.getByRole('heading', { name: 'Suggestions' }).waitFor()
  expect(await page.evaluate('window.isTheSame')).toBe(true)
})

test('a page whose script a newer build has removed reloads', async () => {
  const { page } = await openDevices()
  await page.evaluate('window.isTheSame = true')
  await page.route(/\/assets\/suggestions-[^/]+\.js$/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suggestions' }).click()
  await page.getByRole('heading', { name: 'Suggestions' }).waitFor()
  expect(await page.evaluate('window.isTheSame')).toBe(undefined)
})

test('an address without a page says so inside the frame', async () => {
  const { page } = await web.open('/devicess/5')
  await page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Devices' }).click()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
})

test('compliance without a rule does not claim that all devices comply', async () => {
  const { page } = await web.open('/software/compliance')
  await page.getByText('No rules yet').waitFor()
  expect(await page.getByText('All devices comply').count()).toBe(0)
})
