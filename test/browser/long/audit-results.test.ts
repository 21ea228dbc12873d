import { credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSegment, joinFromInside, scan } from '../../flows/support/audit-site.ts'
import { firstSignIn, launchChromium, openContext } from '../../harness/browser.ts'
import { type Network, startNetwork } from '../../harness/network.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { axeViolations, openWeb } from '../support/open-web.ts'

const [blue, plain] = ['10.72.0.10', '10.72.0.11']

let network: Network
let up: Up
let browser: Browser
let taskId: string

beforeAll(async () => {
  network = await startNetwork({
    hosts: [
      { name: 'blue', kind: 'snmp-v2c', address: blue, snmp: { community: 'site-blue' } },
      { name: 'plain', kind: 'ping-only', address: plain },
    ],
  })
  up = await startUp({ args: ['--host', network.rootAddress, '--no-agent'] })
  const { auditServiceId } = await joinFromInside(network, up, 'inside')
  const create = async (name: string, community: string) => {
    const body = { name, kind: 'snmp-community', version: 'v2c', community }
    return (await up.api.create('/api/v1/credentials', body, credentialRecordSchema)).id
  }
  const credentialIds = [await create('Old switches', 'site-red')]
  await create('New switches', 'site-blue')
  const given = { name: 'Lab', type: 'ip-range' as const, auditServiceId, addresses: ['10.72.0.10-10.72.0.11'] }
  taskId = (await scan(up.api, (await createSegment(up.api, { ...given, credentialIds })).id)).id
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

test('hosts of a task show why they were not audited, and chosen ones are audited again', async () => {
  const { page, faults } = await openWeb(browser, up, `/tasks/${taskId}`)
  const rows = page.getByRole('table', { name: 'Hosts' }).locator('tbody tr')
  await page.getByText('SNMPv2c Old switches: an agent answers, but not to this community').first().waitFor()
  await page
    .getByText(/^Not audited no open port among /)
    .first()
    .waitFor()
  const sorted = (column: string) => page.getByRole('columnheader', { name: column })
  await sorted('Address').getByRole('button').click()
  expect(await sorted('Address').getAttribute('aria-sort')).toBe('ascending')
  expect(await rows.first().innerText()).toContain(blue)
  await sorted('Address').getByRole('button').click()
  expect(await rows.last().innerText()).toContain(blue)
  // A count filters the hosts, and shows all of them again.
  const counts = page.getByLabel('Counts')
  const all = await rows.count()
  expect(await counts.getByRole('button', { name: /^0 / }).count()).toBe(0)
  const notAudited = counts.getByRole('button', { name: 'not audited: show them' })
  await notAudited.click()
  expect(await notAudited.getAttribute('aria-pressed')).toBe('true')
  expect(await rows.count()).toBe(Number.parseInt(await notAudited.innerText(), 10))
  await counts.getByRole('button', { name: 'found: show them' }).click()
  expect(await rows.count()).toBe(all)
  await page.getByLabel('Audit result').selectOption('wrong-community')
  expect(await rows.count()).toBe(1)
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Select all').check()
  await page.getByRole('button', { name: 'Audit again with…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Audit 1 host again' })
  await dialog.getByLabel('Old switches').uncheck()
  await dialog.getByLabel('New switches').check()
  await dialog.getByRole('button', { name: 'Audit again' }).click()
  await page.getByText('SNMPv2c New switches: read').first().waitFor()
  expect(faults).toEqual([])
})

test('a credential is tested at one address', async () => {
  const { page, faults } = await openWeb(browser, up, '/settings/credentials')
  await page.getByRole('button', { name: 'Test Old switches' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test Old switches' })
  await dialog.getByLabel('Address').fill(blue)
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await dialog.getByText('SNMPv2c Old switches: an agent answers, but not to this community').waitFor()
  await dialog.getByText('The credential does not work here').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults).toEqual([])
})
