import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { launchChromium } from '../harness/browser.ts'
import { defaultHosts } from '../harness/network/spec.ts'
import { wideHost } from '../harness/network/wide-range.ts'
import { startNetwork } from '../harness/network.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { type CompanySite, fillCompanySite, firstId } from './support/company-site.ts'
import { openWeb, untilIdle } from './support/open-web.ts'

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

let site: CompanySite
let browser: Browser
const stack = new AsyncDisposableStack()

const snapshots = z.object({ items: z.array(z.object({ id: z.string() })) })
const deviceId = (name: string) => firstId(site.up, `devices?q=${name}`)

/** In this order: the scan fills the inventory with what it finds. */
const pictures: Picture[] = [
  { name: 'dashboard', path: () => '/', ready: (page) => page.getByRole('heading', { name: 'Compliance' }).waitFor() },
  {
    name: 'devices',
    path: () => '/devices?sort=type',
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
      const { items } = await site.up.api.read(`/api/v1/devices/${device}/snapshots`, snapshots)
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
    path: () => `/segments/${site.campusId}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Scan now' }).click()
      await page.locator('[title^="10.74.128."][data-kind]').first().waitFor({ timeout: 60_000 })
    },
  },
]

beforeAll(async () => {
  if (!isWriting) return
  const hosts = [...defaultHosts.filter(({ address }) => address !== wideHost.address), wideHost]
  const network = stack.use(await startNetwork({ hosts }))
  const data = stack.use(await tmpFolder())
  browser = await launchChromium()
  stack.defer(() => browser.close())
  site = await fillCompanySite(browser, network, data.path)
  stack.use(site.up)
}, 900_000)
afterAll(() => stack.disposeAsync())

test.each(pictures)('takes the screenshot of $name', async ({ name, path, ready, colorScheme = 'light' }) => {
  const file = join(folder, `${name}.png`)
  if (isWriting) {
    const viewport = { width: 1280, height: 800 }
    const { page } = await openWeb(browser, site.up, await path(), { viewport, colorScheme })
    await ready(page)
    if (name !== 'scan') await untilIdle(page)
    await page.screenshot({ path: file })
    await mkdir(folder, { recursive: true })
  }
  const { size } = await stat(file)
  expect(size).toBeGreaterThan(1024)
  expect(size).toBeLessThan(bytesMax)
})
