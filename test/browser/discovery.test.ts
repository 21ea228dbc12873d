import { segmentListSchema, segmentSchema } from '@rollcall/shared/api/segment.ts'
import type { SegmentSuggestion } from '@rollcall/shared/api/segment-suggestion.ts'
import { taskListSchema } from '@rollcall/shared/api/task.ts'
import { taskHostListSchema } from '@rollcall/shared/api/task-host.ts'
import { createdUserSchema } from '@rollcall/shared/api/user.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditSite, createSegment, joinFromInside, requestScan } from '../flows/support/audit-site.ts'
import { taskEnd } from '../flows/support/inventory.ts'
import { firstSignIn, launchChromium, openContext } from '../harness/browser.ts'
import { addWideRange, liveInWideRange, wideHost } from '../harness/network/wide-range.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { waitFor } from '../harness/wait.ts'
import { startCutProxy } from './support/cut-proxy.ts'
import { hostileText, importDevice } from './support/devices.ts'
import { axeViolations, openWeb } from './support/open-web.ts'

let network: Network
let up: Up
let site: AuditSite
let browser: Browser
let wideRange: string

beforeAll(async () => {
  network = await startNetwork({
    hosts: [
      wideHost,
      { name: 'switch', kind: 'snmp-v2c', address: '10.71.0.20' },
      { name: 'web', kind: 'web', address: '10.71.0.21' },
      { name: 'plain', kind: 'ping-only', address: '10.71.0.31' },
    ],
  })
  wideRange = await addWideRange(network, 74)
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  site = await joinFromInside(network, up, 'inside')
  browser = await launchChromium()
  const { context } = await openContext(browser)
  await firstSignIn(context, up)
  await context.close()
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
  await network?.stop()
})

const strip = (page: Page) => page.getByRole('img', { name: / addresses: / })
const countOf = async (page: Page, name: string) =>
  Number(
    (await page.getByLabel('Counts').locator(`div:has(dt:text-is("${name}")) dd`).innerText())
      .split(' ')[0]
      ?.replaceAll(',', ''),
  )

test('a segment is created, scanned with visible progress, and scanned again', async () => {
  const { page, faults, requests } = await openWeb(browser, up, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Segments' }).click()
  await page.getByText('No segments yet').waitFor()
  await page.getByRole('button', { name: 'New segment' }).first().click()
  const form = page.getByRole('dialog', { name: 'New segment' })
  await form.getByLabel('Name').fill(hostileText)
  await form.getByLabel('Type').selectOption('Address list')
  await form.getByLabel('Audit Service').selectOption('inside')
  await form.getByRole('combobox', { name: 'Auto tag' }).fill('Far side')
  await form.getByLabel('Addresses').fill('10.71.0.0/24, 10.71.1.256')
  await form.getByRole('button', { name: 'Create segment' }).click()
  await form.getByText('"10.71.1.256" is not an IPv4 or IPv6 address').waitFor()
  await form.getByLabel('Addresses').fill('10.71.0.0/24\nno-such-host.invalid')
  await form.getByText('254 addresses and 1 name').waitFor()
  await form.getByRole('button', { name: 'Create segment' }).click()

  await page.getByRole('heading', { level: 1, name: hostileText }).waitFor()
  await page.getByText('Not scanned yet').waitFor()
  await page.getByRole('button', { name: 'Scan now' }).click()
  await page.getByText('Scan incomplete').waitFor()
  await page.getByText(/not scanned: no-such-host.invalid/).waitFor()
  await page.getByText(/Check the names and the DNS server/).waitFor()
  await page.getByRole('img', { name: '254 addresses: 5 new, 0 known, 0 ignored' }).waitFor()
  expect(await strip(page).locator('[title="10.71.0.21: new"]').count()).toBe(1)
  expect(await strip(page).locator('[title="10.71.0.22: no answer"]').count()).toBe(1)
  expect([await countOf(page, 'Done'), await countOf(page, 'Found'), await countOf(page, 'New')]).toEqual([254, 5, 5])

  await page.getByRole('button', { name: 'Scan now' }).click()
  await page.getByRole('img', { name: '254 addresses: 0 new, 5 known, 0 ignored' }).waitFor()
  await page.getByRole('button', { name: 'Scan now' }).waitFor()
  await page.getByRole('table', { name: 'Hosts' }).getByRole('link', { name: 'switch.example.net' }).click()
  await page.getByRole('heading', { level: 1, name: 'switch.example.net' }).waitFor()
  await page.getByText('Far side').waitFor()
  await page.goBack()
  const tabs = page.getByRole('navigation', { name: 'Segment' })
  await tabs.getByRole('link', { name: 'Devices' }).click()
  await page.getByText('1 to 5 of 5').waitFor()
  await tabs.getByRole('link', { name: 'History' }).click()
  await page.getByText('1 to 2 of 2').waitFor()
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('no-such-host.invalid').waitFor()
  expect(await page.title()).toBe(`${hostileText} · Rollcall`)
  expect(requests.filter(({ pathname }) => /^\/api\/v1\/tasks\/[^/]+\/events$/.test(pathname)).length).toBeGreaterThan(
    1,
  )
  expect(faults).toEqual([])
})

test('a long scan is followed across a lost connection, and cancelled', async () => {
  const segment = await createSegment(up.api, {
    name: 'Campus',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    addresses: [wideRange],
    scanOptions: { pingOnly: true, maxPacketsPerSecond: 8_000 },
  })
  await using proxy = await startCutProxy(up.facts.url)
  const through = { ...up, facts: { ...up.facts, url: proxy.url } }
  const { page } = await openWeb(browser, through, `/segments/${segment.id}`)
  await page.getByRole('button', { name: 'Scan now' }).click()
  const newSoFar = () => countOf(page, 'New')
  await waitFor(async () => (await newSoFar()) > 100, { what: 'the first hosts of the scan', timeoutMs: 30_000 })
  const { items } = await up.api.read(`/api/v1/tasks?segmentId=${segment.id}`, taskListSchema)
  const taskId = items[0]?.id ?? ''
  const filled = () => strip(page).locator('[data-kind="new"]').count()
  await waitFor(async () => (await filled()) > 1, { what: 'the strip to fill' })
  // Three of four blocks are silent.
  await strip(page).locator('[data-kind="silent"]').first().waitFor()
  const [before, filledBefore] = [await newSoFar(), await filled()]

  // Once it is mended the events do not come, as through a proxy that holds them back.
  await page.route('**/api/v1/tasks/*/events', (route) => route.fulfill({ status: 504 }))
  proxy.cut()
  await page.getByText('No connection to the collector').waitFor()
  expect(await newSoFar()).toBeGreaterThanOrEqual(before)
  proxy.mend()
  await page.getByText('No connection to the collector').waitFor({ state: 'hidden' })
  await waitFor(async () => (await newSoFar()) > before && (await filled()) > filledBefore, {
    what: 'the page to go on',
    timeoutMs: 30_000,
  })

  await page.getByRole('button', { name: 'Running tasks: 1' }).click()
  await page.getByRole('link', { name: 'Scan of Campus' }).click()
  await page.getByRole('heading', { level: 1, name: 'Scan of Campus' }).waitFor()
  await page.getByRole('button', { name: 'Cancel scan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep running' }).click()
  await page.getByRole('button', { name: 'Cancel scan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel scan' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  expect((await taskEnd(up.api, taskId)).status).toBe('Cancelled')
  const { total } = await up.api.read(`/api/v1/tasks/${taskId}/hosts?limit=1`, taskHostListSchema)
  expect(total).toBeLessThan(liveInWideRange)
  expect(await newSoFar()).toBeGreaterThan(before)
  expect(await strip(page).locator('[title$=": not scanned"]').count()).toBeGreaterThan(1)
})

test('tasks are filtered, and a failed task shows the reason and the remedy', async () => {
  const segment = await createSegment(up.api, {
    name: 'Nowhere',
    type: 'address-list',
    auditServiceId: site.auditServiceId,
    addresses: ['no-such-host.invalid'],
  })
  await taskEnd(up.api, await requestScan(up.api, segment.id))
  const { page, faults } = await openWeb(browser, up, '/tasks')
  const table = page.getByRole('table', { name: 'Tasks' })
  await table.getByRole('link', { name: 'Scan of Nowhere' }).waitFor()
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await page.getByText('1 to 1 of 1').waitFor()
  await table.getByRole('link', { name: 'Scan of Nowhere' }).click()
  await page.getByText('Scan failed').waitFor()
  await page.getByText(/there is no address to scan: no-such-host.invalid/).waitFor()
  expect(faults).toEqual([])
})

test('a segment is created from a suggested neighbor with one click', async () => {
  const interfaces = [{ name: 'vlan9', addresses: [{ address: '10.9.0.1', prefixLength: 24 }] }]
  const met = { protocol: 'lldp' as const, name: hostileText }
  const neighbors = [
    { ...met, port: 'Gi1/0/1', ipAddress: '10.9.0.20' },
    { ...met, port: 'Gi1/0/2', ipAddress: '198.51.100.7' },
  ]
  await importDevice(up.api, {
    name: 'core-1',
    type: 'network-device',
    network: { ipAddress: '10.9.0.1', interfaces, neighbors },
  })
  const { page, faults } = await openWeb(browser, up, '/suggestions')
  const table = page.getByRole('table', { name: 'Suggestions' })
  await table.getByText('Gi1/0/1 (LLDP)').waitFor()
  await table.getByText(hostileText).first().waitFor()
  await table.getByRole('button', { name: 'Create segment for 10.9.0.0/24' }).click()
  await page.getByRole('heading', { level: 1, name: '10.9.0.0/24' }).waitFor()
  const { items } = (await up.api.get('/api/v1/segments/suggestions')).json() as { items: SegmentSuggestion[] }
  const left = items.filter(({ auditService }) => auditService === null)
  expect(left.map(({ address }) => address)).toEqual(['198.51.100.7'])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suggestions' }).click()
  await table.getByRole('button', { name: 'Ignore 198.51.100.7' }).click()
  await page.getByText('198.51.100.7 is now on the Ignore List').waitFor()
  await table.getByText('198.51.100.7').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await table.getByText('198.51.100.7').waitFor()
  expect(faults).toEqual([])
})

test('a segment is created from a network of an Audit Service, which scans it', async () => {
  const { page, faults } = await openWeb(browser, up, '/suggestions')
  const table = page.getByRole('table', { name: 'Suggestions' })
  const own = table.getByRole('row').filter({ hasText: 'inside eth0' })
  await own.getByText('10.72.0.0/24').waitFor()
  await own.getByRole('button', { name: 'Ignore 10.72.0.0/24' }).click()
  await page.getByText('10.72.0.0/24 is not suggested').waitFor()
  await own.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await own.getByRole('button', { name: 'Create segment for 10.72.0.0/24' }).click()
  await page.getByRole('heading', { level: 1, name: '10.72.0.0/24' }).waitFor()
  const { items } = await up.api.read('/api/v1/segments', segmentListSchema)
  expect(items.find(({ name }) => name === '10.72.0.0/24')).toMatchObject({ auditServiceId: site.auditServiceId })
  await page.goto('/settings/audit-services')
  await page.getByRole('button', { name: 'inside' }).click()
  const networks = page.getByRole('table', { name: 'Networks' })
  await networks.getByRole('row', { name: /10\.72\.0\.0\/24 10\.72\.0\.\d+ eth0/ }).waitFor()
  expect(faults).toEqual([])
})

test('a segment is edited with a new credential, without overwriting another edit, and deleted', async () => {
  const { id } = await createSegment(up.api, {
    name: 'Basement',
    type: 'ip-range',
    auditServiceId: site.auditServiceId,
    addresses: ['10.71.0.0/24'],
  })
  const segment = () => up.api.read(`/api/v1/segments/${id}`, segmentSchema)
  const { page } = await openWeb(browser, up, `/segments/${id}/settings`)
  const form = page.getByRole('dialog', { name: 'Edit segment' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await form.getByLabel('Name').fill('Cellar')
  }
  await edit()
  for (const community of ['first', 'second']) {
    await form.getByRole('button', { name: 'New credential' }).click()
    const credential = page.getByRole('dialog', { name: 'New credential' })
    await credential.getByLabel('Name').fill(community)
    await credential.getByLabel('Community').fill(community)
    await credential.getByRole('button', { name: 'Create credential' }).click()
    await form.getByRole('listitem').filter({ hasText: community }).waitFor()
  }
  await form.getByRole('button', { name: 'Move second up' }).click()
  await form.getByLabel('TCP ports').fill('22, 80-82')
  await up.api.call('PATCH', `/api/v1/segments/${id}`, { body: { name: 'Vault' } })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Somebody else has changed this in the meantime').waitFor()
  expect((await segment()).name).toBe('Vault')

  await form.getByRole('button', { name: 'Close' }).click()
  const discard = page.getByRole('dialog', { name: 'Discard your changes?' })
  await discard.getByRole('button', { name: 'Discard changes' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Vault' }).waitFor()
  await edit()
  await form.getByLabel('Add a credential').selectOption({ label: 'second (SNMP community (v1, v2c))' })
  await form.getByLabel('TCP ports').fill('22, 80-82')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Cellar' }).waitFor()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'second' }).waitFor()
  expect(await segment()).toMatchObject({ scanOptions: { tcpPorts: [22, 80, 81, 82] } })

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Cellar?' })
  await question.getByText('Its devices, credentials, schedules and Auto tag stay.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Segments' }).waitFor()
  await page.getByRole('link', { name: 'Nowhere' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Cellar' }).count()).toBe(0)

  await page.getByRole('button', { name: 'New segment' }).first().click()
  const made = page.getByRole('dialog', { name: 'New segment' })
  await made.getByLabel('Add a credential').selectOption({ label: 'first (SNMP community (v1, v2c))' })
  await made.getByLabel('Type').selectOption('Active Directory')
  await made.getByRole('listitem').filter({ hasText: 'first' }).waitFor()
  await made.getByLabel('Type').selectOption('AWS (Preview)')
  await made.getByText('Removed, as this segment type cannot use it: first').waitFor()
  await expect.poll(() => made.getByRole('listitem').count()).toBe(0)
})

test('a user without capabilities sees no button to scan, create, edit or delete', async () => {
  const made = await up.api.create('/api/v1/users', { username: 'reader', name: 'A reader' }, createdUserSchema)
  const reader = { ...up, facts: { ...up.facts, username: 'reader', password: made.password } }
  const { context, faults } = await openContext(browser, { baseURL: up.facts.url })
  await firstSignIn(context, reader)
  const page = await context.newPage()
  await page.goto('/segments')
  await page.getByRole('link', { name: 'Nowhere' }).click()
  await page.getByText('Scan failed').waitFor()
  const main = page.getByRole('main')
  for (const name of ['Scan now', 'New segment', 'Edit', 'Delete', 'Cancel scan'])
    expect(await main.getByRole('button', { name }).count(), name).toBe(0)
  expect(faults).toEqual([])
})

test('axe finds no violation on the pages of discovery', async () => {
  const { items } = await up.api.read('/api/v1/segments', segmentListSchema)
  const scanned = items.find(({ name }) => name === hostileText)
  const { page } = await openWeb(browser, up, '/segments')
  const isClean = async () => expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Nowhere' }).waitFor()
  await isClean()
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('dialog', { name: 'New segment' }).getByLabel('Name').waitFor()
  await isClean()
  await page.goto(`/segments/${scanned?.id}`)
  await strip(page).waitFor()
  await isClean()
  const tabs = page.getByRole('navigation', { name: 'Segment' })
  await tabs.getByRole('link', { name: 'History' }).click()
  await page.getByRole('table', { name: 'Scans' }).waitFor()
  await isClean()
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Targets' }).waitFor()
  await isClean()
  await page.goto('/suggestions')
  await page.getByRole('table', { name: 'Suggestions' }).waitFor()
  await isClean()
  await page.goto('/tasks')
  await page.getByRole('link', { name: 'Scan of Nowhere' }).waitFor()
  await isClean()
  await page.getByRole('link', { name: 'Scan of Nowhere' }).click()
  await page.getByText('Scan failed').waitFor()
  await isClean()
})

test('the page of a segment fits a phone', async () => {
  const { items } = await up.api.read('/api/v1/segments', segmentListSchema)
  const { page } = await openWeb(browser, up, '/segments', { viewport: { width: 390, height: 844 } })
  await page.getByRole('link', { name: 'Nowhere' }).waitFor()
  await page.goto(`/segments/${items.find(({ name }) => name === hostileText)?.id}`)
  await strip(page).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
})
