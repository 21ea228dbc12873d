import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { importDevice } from './support/devices.ts'
import { axeOnDeskAndPhone } from './support/open-web.ts'
import { endpointMac, officeSwitches } from './support/switches.ts'
import { useWeb } from './support/use-web.ts'

const web = useWeb()
/** Dotted notation of a MAC: `001b.2100.0402`. */
const dotted = (mac: string) => mac.replaceAll(':', '').replace(/(.{4})(?=.)/g, '$1.')

beforeAll(async () => {
  const { api } = web.up()
  for (const observation of officeSwitches({ distribution: 1, access: 2, endpoints: 6 }))
    await importDevice(api, observation)
  await importDevice(api, {
    name: 'pc-17',
    identity: { hostname: 'pc-17', serialNumber: '8XK2PL3', macAddresses: [endpointMac(3, 2)] },
    hardware: { accounts: [{ name: 'ada', fullName: 'Ada Lovelace', isSignedIn: true }] },
    network: { ipAddress: '10.20.30.40', macAddress: endpointMac(3, 2) },
  })
})

/** Opens the search and types a text into it. */
async function type(page: Page, text: string) {
  await page.getByRole('button', { name: 'Search everything' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Search everything' })
  await field.fill(text)
  return field
}
const first = (page: Page) => page.getByRole('dialog').getByRole('button').first()
/** Waits until the port of a MAC is stored, some seconds after the audits of the switches. */
const located = (mac: string) =>
  expect
    .poll(async () => (await web.up().api.get(`/api/v1/search?q=${mac}`)).body.toString(), { timeout: 60_000 })
    .toContain('Gi1/0/')

test('a MAC in any notation leads to its port by one search', async () => {
  await located(endpointMac(3, 2))
  const { page, faults } = await web.open('/')
  for (const q of [endpointMac(3, 2), dotted(endpointMac(3, 2)), endpointMac(3, 2).replaceAll(':', '').toUpperCase()]) {
    await type(page, q)
    await first(page).getByText('10.20.30.40').waitFor()
    expect(await first(page).innerText()).toContain('connected to access-1-1 Gi1/0/3')
    await page.keyboard.press('Escape')
  }
  // Enter at once, before the answer has come, opens its first result.
  await type(page, dotted(endpointMac(3, 2)))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'pc-17' }).waitFor()
  await page.getByText('Connected to').waitFor()
  await page.getByRole('link', { name: 'access-1-1 Gi1/0/3' }).click()
  await page.getByRole('heading', { name: 'access-1-1', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Gi1\/0\/3,/, pressed: true }).waitFor()
  expect(await page.locator('tr[aria-current]').innerText()).toContain('Gi1/0/3')
  expect(await axeOnDeskAndPhone(page)).toEqual([])
  expect(faults).toEqual([])
})

test('a MAC that is no device, a port, a user, an address and a serial number are found', async () => {
  await located(endpointMac(4, 1))
  const { page, faults } = await web.open('/devices')
  const answers: [q: string, answer: string][] = [
    [dotted(endpointMac(4, 1)), 'connected to access-1-2 Gi1/0/2'],
    ['access-1-2 gi1/0/5', 'access-1-2 Gi1/0/5'],
    ['lovelace', 'signed in: ada'],
    ['10.20.30.40', 'pc-17'],
    ['8xk2pl3', 'pc-17'],
  ]
  for (const [q, answer] of answers) {
    await type(page, q)
    await first(page).getByText(answer).waitFor()
    await page.keyboard.press('Escape')
  }
  await type(page, dotted(endpointMac(4, 1)))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Gi1\/0\/2,/, pressed: true }).waitFor()
  expect(faults).toEqual([])
})

test('the search opened again at once is empty, has the focus, and shows nothing of the last one', async () => {
  const { page, faults } = await web.open('/')
  const field = page.getByRole('textbox', { name: 'Search everything' })
  for (let turn = 0; turn < 5; turn++) {
    await type(page, 'pc-17')
    await first(page).getByText('pc-17').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await field.waitFor()
    expect(await field.inputValue()).toBe('')
    await page.keyboard.type('no such thing')
    expect(await field.inputValue()).toBe('no such thing')
    expect(await page.getByRole('dialog').getByText('pc-17').count()).toBe(0)
    await page.getByText('No results').waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  }
  expect(faults).toEqual([])
})
