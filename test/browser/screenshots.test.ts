import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSignIn, launchChromium, openContext } from '../harness/browser.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { computer, importDevice } from './support/devices.ts'
import { openWeb } from './support/open-web.ts'
import { officeComputer, officeSwitches } from './support/switches.ts'

/** The README's pictures: made anew by `ROLLCALL_SCREENSHOTS=write`, and else only looked for. */
const isWriting = process.env['ROLLCALL_SCREENSHOTS'] === 'write'
const folder = join(import.meta.dirname, '..', '..', 'docs', 'images')
const bytesMax = 200 * 1024

type Picture = { name: string; path: () => string; ready: (page: Page) => Promise<unknown> }

let up: Up
let browser: Browser
let deviceId: string
let switchId: string

const pictures: Picture[] = [
  { name: 'devices', path: () => '/devices', ready: (page) => page.getByRole('link', { name: 'pc-00' }).waitFor() },
  {
    name: 'device',
    path: () => `/devices/${deviceId}`,
    ready: (page) => page.getByRole('heading', { name: 'Last changes' }).waitFor(),
  },
  {
    name: 'map',
    path: () => `/map?at=${switchId}`,
    ready: async (page) => {
      await page.getByRole('table', { name: 'At access-1-2' }).waitFor()
      await page.getByRole('button', { name: 'Show all of it' }).click()
    },
  },
  {
    name: 'switch',
    path: () => `/devices/${switchId}/network`,
    ready: (page) => page.getByRole('button', { name: /^Gi1\/0\/3, / }).click(),
  },
]

beforeAll(async () => {
  if (!isWriting) return
  up = await startUp({ args: ['--no-agent'] })
  browser = await launchChromium()
  const { context } = await openContext(browser)
  await firstSignIn(context, up)
  await context.close()
  const switches = officeSwitches({ distribution: 3, access: 4, endpoints: 20 })
  for (const told of switches) {
    const id = await importDevice(up.api, told)
    if (told.name === 'access-1-2') switchId = id
  }
  for (let number = 0; number < 20; number++) {
    const pc = computer(number)
    // Each hangs at a port of the switch that is shown.
    const { identity } = officeComputer(4, number)
    await importDevice(up.api, { ...pc, identity: { ...pc.identity, macAddresses: identity.macAddresses ?? [] } })
  }
  deviceId = await importDevice(up.api, computer(7, '3.0.17'))
  await up.api.post('/api/v1/tags', { name: 'Office', colour: '#1c7ed6' })
  await up.api.post(`/api/v1/devices/${deviceId}/tags`, { tagName: 'Office' })
})
afterAll(async () => {
  await browser?.close()
  await up?.stop()
})

test.each(pictures)('$name is pictured', async ({ name, path, ready }) => {
  const file = join(folder, `${name}.png`)
  if (isWriting) {
    const { page } = await openWeb(browser, up, path(), { viewport: { width: 1200, height: 750 } })
    await ready(page)
    await page.waitForLoadState('networkidle')
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: file })
  }
  const { size } = await stat(file)
  expect(size).toBeGreaterThan(1024)
  expect(size).toBeLessThan(bytesMax)
})
