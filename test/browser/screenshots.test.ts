import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createSegment, joinFromInside } from '../flows/support/audit-site.ts'
import { taskEnd } from '../flows/support/inventory.ts'
import { type ClientCredentials, connectApi } from '../harness/api-client.ts'
import { firstSignIn, launchChromium, openContext } from '../harness/browser.ts'
import { daysLater } from '../harness/moved-clock.ts'
import { addWideRange, wideHost } from '../harness/network/wide-range.ts'
import { startNetwork } from '../harness/network.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { company } from './support/company.ts'
import { importDevice } from './support/devices.ts'
import { openWeb } from './support/open-web.ts'

/** The README's pictures: made anew by `ROLLCALL_SCREENSHOTS=write`, and else only looked for. */
const isWriting = process.env['ROLLCALL_SCREENSHOTS'] === 'write'
const folder = join(import.meta.dirname, '..', '..', 'docs', 'images')
const bytesMax = 200 * 1024

type Picture = {
  name: string
  path: () => Promise<string> | string
  ready: (page: Page) => Promise<unknown>
  colorScheme?: 'light' | 'dark'
}

let up: Up
let browser: Browser
let segmentId: string
const stack = new AsyncDisposableStack()

const ids = z.object({ items: z.array(z.object({ id: z.string() })) })
const idOf = async (path: string) => (await up.api.read(`/api/v1/${path}`, ids)).items[0]?.id ?? ''
const deviceId = (name: string) => idOf(`devices?q=${name}`)

/** In this order: the scan fills the inventory with what it finds. */
const pictures: Picture[] = [
  { name: 'dashboard', path: () => '/', ready: (page) => page.getByRole('heading', { name: 'Compliance' }).waitFor() },
  {
    name: 'devices',
    path: () => '/devices',
    ready: (page) => page.getByRole('table', { name: 'Devices' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'device',
    path: async () => `/devices/${await deviceId('erp-db-1')}`,
    ready: (page) => page.getByRole('heading', { name: 'Last changes' }).waitFor(),
  },
  {
    name: 'map',
    path: async () => `/map?at=${await deviceId('ham-access-1-2')}`,
    ready: async (page) => {
      await page.getByRole('table', { name: 'Connected to ham-access-1-2' }).waitFor()
      await page.getByRole('button', { name: 'Show whole map' }).click()
    },
  },
  {
    name: 'switch',
    path: async () => `/devices/${await deviceId('ham-access-1-2')}/network`,
    ready: (page) => page.getByRole('button', { name: /^Gi1\/0\/3, / }).click(),
  },
  {
    name: 'compare',
    path: async () => {
      const device = await deviceId('erp-db-1')
      const { items } = await up.api.read(`/api/v1/devices/${device}/snapshots`, ids)
      return `/compare?device=${device}&from=${items.at(-1)?.id}`
    },
    ready: (page) => page.getByRole('table', { name: 'Software' }).waitFor(),
  },
  {
    name: 'compliance',
    path: () => '/software/compliance',
    ready: (page) => page.getByRole('table').getByRole('link').first().waitFor(),
    colorScheme: 'dark',
  },
  {
    name: 'scan',
    path: () => `/segments/${segmentId}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Scan now' }).click()
      await page.locator('[title^="10.74.128."][data-kind]').first().waitFor({ timeout: 60_000 })
    },
  },
]

/** Weeks of a company's inventory, told by clocks that were set back. */
async function fill(): Promise<void> {
  const network = stack.use(await startNetwork({ hosts: [wideHost] }))
  const wideRange = await addWideRange(network, 74)
  const data = stack.use(await tmpFolder())
  browser = await launchChromium()
  stack.defer(() => browser.close())
  let credentials: ClientCredentials | undefined
  for (const daysAgo of [27, 22, 19, 16, 12, 8, 5, 3, 1, 0]) {
    const env = daysAgo === 0 ? {} : daysLater(-daysAgo)
    up = await startUp({ dataDir: data.path, args: ['--host', network.rootAddress, '--no-agent'], env })
    if (!credentials) {
      const { context } = await openContext(browser)
      await firstSignIn(context, up)
      await context.close()
      const importer = { name: 'Asset import', capabilities: ['Administrator'] }
      credentials = await up.api.create('/api/v1/app-registrations', importer, createdAppRegistrationSchema)
    }
    up = { ...up, api: await connectApi(up.facts, credentials) }
    for (const observation of company(daysAgo)) await importDevice(up.api, observation)
    if (daysAgo > 0) await up.stop()
  }
  stack.use(up)
  await up.api.call('PATCH', `/api/v1/sites/${up.facts.siteId}`, { body: { name: 'Hamburg' } })
  for (const [name, softwareGroup] of [
    ['endpoint-protection', 'Required'],
    ['teamviewer', 'Forbidden'],
  ]) {
    const id = await idOf(`software?groupBy=name&q=${name}`)
    await up.api.call('PATCH', `/api/v1/software/${id}`, { body: { softwareGroup } })
  }
  await up.api.post('/api/v1/tags', { name: 'Data centre', colour: '#1c7ed6' })
  for (const name of ['erp-db-1', 'erp-app-1', 'files-1', 'mail-1', 'build-2', 'backup-1'])
    await up.api.post(`/api/v1/devices/${await deviceId(name)}/tags`, { tagName: 'Data centre' })
  const { auditServiceId } = await joinFromInside(network, up, 'hamburg-1')
  const plant = { name: 'Plant', type: 'address-list' as const, auditServiceId, addresses: ['plc.plant.invalid'] }
  const { taskId } = (await up.api.post(`/api/v1/segments/${(await createSegment(up.api, plant)).id}/scan`)).json() as {
    taskId: string
  }
  await taskEnd(up.api, taskId)
  const campus = { name: 'Campus', type: 'ip-range' as const, auditServiceId, addresses: [wideRange] }
  const scanOptions = { pingOnly: true, maxPacketsPerSecond: 8_000 }
  segmentId = (await createSegment(up.api, { ...campus, scanOptions })).id
}

beforeAll(async () => {
  if (isWriting) await fill()
}, 900_000)
afterAll(() => stack.disposeAsync())

test.each(pictures)('takes the screenshot of $name', async ({ name, path, ready, colorScheme = 'light' }) => {
  const file = join(folder, `${name}.png`)
  if (isWriting) {
    const viewport = { width: 1280, height: 800 }
    const { page } = await openWeb(browser, up, await path(), { viewport, colorScheme })
    await ready(page)
    await page.screenshot({ path: file })
    await mkdir(folder, { recursive: true })
  }
  const { size } = await stat(file)
  expect(size).toBeGreaterThan(1024)
  expect(size).toBeLessThan(bytesMax)
})
