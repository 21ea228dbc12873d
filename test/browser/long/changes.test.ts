import { dayMs } from '@rollcall/shared/durations.ts'
import { beforeAll, expect, test } from 'vitest'
import { countClicks } from '../support/count-clicks.ts'
import { computer, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone, untilIdle } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb()
const observedAt = '2026-05-03T10:00:00.000Z'
let openssl = ''

/** Creates a record, changes it, and deletes it. */
async function edit(path: string, body: object, patch: object): Promise<void> {
  const { api } = web.up()
  const { id } = (await api.post(path, body)).json() as { id: string }
  expect((await api.call('PATCH', `${path}/${id}`, { body: patch })).status).toBe(200)
  expect((await api.call('DELETE', `${path}/${id}`)).status).toBe(204)
}

beforeAll(async () => {
  const { api } = web.up()
  await importDevice(api, { ...computer(1, '3.0.16'), observedAt: '2026-05-01T10:00:00.000Z' })
  await importDevice(api, { ...computer(1, '3.0.17'), observedAt })
  const { items } = (await api.get('/api/v1/software?q=openssl&groupBy=name')).json() as { items: { id: string }[] }
  openssl = items[0]?.id ?? ''
  expect(
    (await api.call('PATCH', `/api/v1/software/${openssl}`, { body: { softwareGroup: 'Forbidden' } })).status,
  ).toBe(200)
  await edit('/api/v1/tags', { name: 'Office' }, { name: 'Offices' })
  await edit(
    '/api/v1/schedules',
    { name: 'Nightly', kind: 'audit', cron: '0 3 * * *', timeZone: 'UTC' },
    { cron: '0 4 * * *' },
  )
})

test('each change names its subject and says what changed, and a click opens its details', async () => {
  const { page, faults } = await web.open('/changes')
  const table = page.getByRole('table', { name: 'Changes' })
  const row = (...texts: (string | RegExp)[]) =>
    texts.reduce((rows, hasText) => rows.filter({ hasText }), table.locator('tbody > tr'))
  await row('openssl', 'Regular → Forbidden').first().waitFor()
  await row('Offices (deleted)', 'name: Office → Offices').waitFor()
  await row('Nightly (deleted)', 'times: 0 3 * * * → 0 4 * * *').waitFor()
  await row('pc-01', 'openssl 3.0.16 → 3.0.17', 'observed').click()
  const details = table.getByRole('table', { name: 'Details of the change' })
  await details.getByRole('row', { name: 'Changed Software openssl 3.0.16 3.0.17' }).waitFor()
  await table.getByText('Received').waitFor()
  const here = String(
    await page.evaluate(
      `new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(Date.parse('${observedAt}'))`,
    ),
  )
  expect(await table.getByText(here).count()).toBe(2)
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  await row('openssl', 'Regular → Forbidden').getByRole('link').first().click()
  await page.waitForURL(/\/software\//)
  expect(faults).toEqual([])
})

test('the history of a product names its devices', async () => {
  const { page, faults } = await web.open(`/software/${openssl}`)
  const table = page.getByRole('table', { name: 'Changes' })
  await table.getByRole('link', { name: 'pc-01' }).first().click()
  await page.getByRole('heading', { name: 'pc-01', level: 1 }).waitFor()
  expect(faults).toEqual([])
})

test('a device as it was shows nothing later on any of its tabs', async () => {
  const { api } = web.up()
  const id = await importDevice(api, { ...computer(2, '1.1.1'), observedAt: '2026-05-01T10:00:00.000Z' })
  await importDevice(api, { ...computer(2, '9.9.9'), observedAt: '2026-11-01T10:00:00.000Z' })
  const { page, faults } = await web.open(`/devices/${id}?asOf=2026-06-01T00:00:00.000Z`)
  await page.getByText('Nothing later is shown').waitFor()
  const tabs = page.getByRole('navigation', { name: 'Device' }).getByRole('link')
  const count = await tabs.count()
  expect(count).toBeGreaterThan(5)
  for (let at = 0; at < count; at++) {
    await tabs.nth(at).click()
    await untilIdle(page)
    await page.getByText('Nothing later is shown').waitFor()
    const main = page.getByRole('main')
    expect(await main.getByText('9.9.9').count()).toBe(0)
    const times = await main
      .locator('time')
      .evaluateAll((all) => all.map((each) => each.getAttribute('datetime') ?? ''))
    expect(times.filter((time) => time > '2026-06-01T00:00:00.000Z')).toEqual([])
  }
  expect(faults).toEqual([])
})

test('changes between two dates are at most four clicks from the dashboard', async () => {
  const { api } = web.up()
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString()
  await importDevice(api, { ...computer(3, '2.0.0'), observedAt: day(40) })
  await importDevice(api, { ...computer(3, '2.0.1'), observedAt: day(20) })
  const { page, faults } = await web.open('/')
  const clicks = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Changes' }).click()
  await page.getByLabel('From', { exact: true }).click()
  await page.getByLabel('From', { exact: true }).fill(day(30).slice(0, 10))
  await page.getByLabel('Until', { exact: true }).click()
  await page.getByLabel('Until', { exact: true }).fill(day(0).slice(0, 10))
  const rows = page.getByRole('table', { name: 'Changes' }).locator('tbody > tr').filter({ hasText: 'pc-03' })
  await rows.filter({ hasText: 'openssl 2.0.0 → 2.0.1' }).waitFor()
  expect(clicks()).toBeLessThanOrEqual(4)
  expect(faults).toEqual([])
})

test('a switch as it was shows its ports and neighbours of that time', async () => {
  const { api } = web.up()
  const observation = (neighbor: string, day: string) => ({
    name: 'sw-past',
    type: 'network-device' as const,
    observedAt: `${day}T10:00:00.000Z`,
    identity: { hostname: 'sw-past', serialNumber: 'PAST0001', manufacturer: 'Cisco' },
    network: {
      interfaces: [{ name: 'Gi1/0/1', operStatus: 'up' as const }],
      neighbors: [{ port: 'Gi1/0/1', protocol: 'lldp' as const, name: neighbor }],
    },
  })
  const id = await importDevice(api, observation('ap-in-may', '2026-05-01'))
  await importDevice(api, observation('ap-in-november', '2026-11-01'))
  const { page, faults } = await web.open(`/devices/${id}/network?asOf=2026-06-01T00:00:00.000Z`)
  const ports = page.getByRole('table', { name: 'Ports' })
  await ports.getByText('ap-in-may').waitFor()
  await page.getByRole('table', { name: 'Neighbours' }).getByText('ap-in-may').waitFor()
  expect(await page.getByText('ap-in-november').count()).toBe(0)
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByRole('navigation', { name: 'Device' }).getByRole('link', { name: 'Network' }).click()
  await ports.getByText('ap-in-november').waitFor()
  expect(faults).toEqual([])
})
