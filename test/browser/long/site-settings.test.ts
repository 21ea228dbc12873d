import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startS3 } from '../../harness/s3.ts'
import { startSmtp } from '../../harness/smtp.ts'
import { startWebhookReceiver } from '../../harness/webhook-receiver.ts'
import { computer, hostileText, importDevice } from '../support/devices.ts'
import { axeOnDeskAndPhone, type openWeb, untilIdle } from '../support/open-web.ts'
import { useWeb } from '../support/use-web.ts'

const web = useWeb(async (up) => {
  await importDevice(up.api, computer(1))
  await up.api.post('/api/v1/tags', { name: hostileText, colour: '#2b6cb0' })
})

const open = (path: string, options?: Parameters<typeof openWeb>[3]) => web.open(path, options)
const read = async <T>(path: string) => (await web.up().api.get(path)).json() as T
const settings = () => read<Record<string, object>>('/api/v1/site/settings')
const change = (body: object) => web.up().api.call('PATCH', '/api/v1/site/settings', { body })
const saved = (page: Page, form: string) => page.getByRole('form', { name: form }).getByText('Saved').waitFor()

test('a tag is created, attached to a device, renamed and deleted', async () => {
  const { page, faults } = await open('/settings/tags')
  await page.getByText(hostileText).waitFor()
  await page.getByRole('button', { name: 'New tag' }).click()
  await page.getByLabel('Name').fill('Lab')
  await page.getByRole('textbox', { name: 'Colour' }).fill('#c05621')
  await page.getByRole('button', { name: 'Create tag' }).click()
  const none = page.getByRole('link', { name: '0 devices with Lab' })
  await none.waitFor()
  const { items } = await read<{ items: { id: string }[] }>('/api/v1/devices')
  await web.up().api.post(`/api/v1/devices/${items[0]?.id}/tags`, { tagName: 'Lab' })
  await page.reload()
  await page.getByRole('link', { name: '1 device with Lab' }).click()
  await page.getByRole('link', { name: 'pc-01' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Edit Lab' }).click()
  await page.getByLabel('Name').fill('Laboratory')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete Laboratory' }).click()
  await page.getByText('It is removed from 1 device').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: '1 device with Laboratory' }).waitFor({ state: 'detached' })
  expect(await read('/api/v1/tags')).toMatchObject({ total: 1 })
  expect(faults).toEqual([])
})

test('a pattern is added to the Ignore List with its reason, an invalid one is refused, and the entry is removed', async () => {
  const { page } = await open('/settings/ignore-list')
  await page.getByRole('button', { name: 'Add pattern' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Pattern').fill('no address')
  await form.getByLabel('Reason').fill('Phones of guests')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.getByText('must be a MAC in any notation').waitFor()
  await form.getByLabel('Pattern').fill('00:1b:22:*')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('row', { name: 'Phones of guests' }).waitFor()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No patterns yet').waitFor()
})

test('a value that identifies no device is added, and the fallback is switched on', async () => {
  const { page, faults } = await open('/settings/identity')
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('Dell Inc./8XK2PL99')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page
    .getByRole('row', { name: /8XK2PL99.*Dell Inc\./ })
    .getByText('Added')
    .waitFor()
  await page.getByLabel('Use the Windows MachineId').check()
  await page.getByRole('combobox', { name: 'Shared BIOS UUIDs' }).fill('4c4c4544-0044-4810-8031-b4c04f4a3532')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(page, 'Windows MachineId fallback')
  expect((await settings())['machineIdFallback']).toEqual({
    enabled: true,
    treatEmptyAsJunk: false,
    junkBiosUuids: ['4c4c4544-0044-4810-8031-b4c04f4a3532'],
  })
  expect(faults).toEqual([])
})

test('a schedule shows its next runs while it is typed, and is assigned to a segment', async () => {
  const { page } = await open('/settings/schedules')
  await page.getByRole('button', { name: 'New schedule' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Working days')
  await form.getByLabel('When').fill('61 * * * *')
  await form.getByText('The expression is not a cron expression: a field is out of range or malformed.').waitFor()
  await form.getByLabel('When').fill('0 7 * * MON-FRI')
  await form.getByRole('combobox', { name: 'Time zone' }).fill('Berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await form.getByText('Monday to Friday at 07:00').waitFor()
  await expect.poll(() => form.getByText(/^(Mon|Tue|Wed|Thu|Fri), \w{3} \d+, 07:00\sAM$/).count()).toBe(5)
  await form.getByRole('button', { name: 'Create schedule' }).click()
  const row = page.getByRole('row', { name: 'Working days' })
  await row.getByText(/^(Mon|Tue|Wed|Thu|Fri), \w{3} \d+, 07:00\sAM$/).waitFor()
  const { items } = await read<{ items: { id: string }[] }>('/api/v1/schedules')
  const segment = { name: 'Plant', type: 'address-list', addresses: ['192.0.2.9'], scanScheduleId: items[0]?.id }
  const { auditServiceId } = web.up().facts
  expect((await web.up().api.post('/api/v1/segments', { ...segment, auditServiceId })).status).toBe(201)
  await page.reload()
  await row.getByText('Plant').waitFor()
  await page.getByRole('button', { name: 'Edit Working days' }).click()
  await form.getByLabel('Enabled').uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Disabled').waitFor()
  await page.getByRole('button', { name: 'Delete Working days' }).click()
  await page.getByText('It is removed from Plant').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No schedules yet').waitFor()
})

test('a credential is created and changed, and its secret is never shown', async () => {
  const { page, faults } = await open('/settings/credentials')
  await page.getByRole('button', { name: 'New credential' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Core switches')
  await form.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'SNMPv3 user' }).click()
  await form.getByLabel('User', { exact: false }).first().fill('auditor')
  await form.getByRole('combobox', { name: 'Security level' }).click()
  await page.getByRole('option', { name: 'authNoPriv', exact: true }).click()
  await expect.poll(() => form.getByText('Privacy passphrase').count()).toBe(0)
  await form.getByRole('textbox', { name: 'Authentication passphrase' }).fill('a-long-passphrase')
  await form.getByRole('button', { name: 'Create credential' }).click()
  await page.getByRole('row', { name: 'Core switches' }).getByText('auditor').waitFor()
  await page.getByRole('button', { name: 'Edit Core switches' }).click()
  const secret = form.getByRole('textbox', { name: 'Authentication passphrase' })
  await secret.waitFor()
  expect(await secret.inputValue()).toBe('')
  await form.getByLabel('Name').fill('Switches')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: 'Switches' }).waitFor()
  const { items } = await read<{ items: object[] }>('/api/v1/credentials')
  expect(items).toMatchObject([
    { name: 'Switches', kind: 'snmp-v3', user: 'auditor', securityLevel: 'authNoPriv', authProtocol: 'SHA-256' },
  ])
  expect(faults).toEqual([])
})

test('retention shows what would be deleted, and the second of two editors takes the new values and keeps the input', async () => {
  await importDevice(web.up().api, { ...computer(2), observedAt: '2026-01-02T00:00:00Z' })
  const { page } = await open('/settings/retention')
  const archive = page.getByLabel('Archive after')
  await archive.fill('30')
  await page.getByText(/^1 device would be archived now/).waitFor()
  await change({ workload: { perSecond: 500 } })
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(page, 'Retention')
  await archive.fill('60')
  await change({ retention: { staleDeviceDays: 7 } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Somebody else has changed this/).waitFor()
  expect((await settings())['retention']).toMatchObject({ archiveDeviceDays: 30, staleDeviceDays: 7 })
  await page.getByRole('button', { name: 'Show the new values and keep my changes' }).click()
  await expect.poll(() => page.getByLabel('Mark as stale after').inputValue()).toBe('7 days')
  expect(await archive.inputValue()).toBe('60 days')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(page, 'Retention')
  expect((await settings())['retention']).toMatchObject({ archiveDeviceDays: 60, staleDeviceDays: 7 })
})

test('the usage lists the callers, and its limits are changed', async () => {
  const { page, faults } = await open('/settings/usage')
  await page.getByRole('table', { name: 'Calls by App registration' }).getByRole('row', { name: 'tests' }).waitFor()
  await page.getByLabel('Calls per month').fill('100000')
  await page.getByLabel('Reset day').fill('15')
  await page.getByRole('button', { name: 'Save' }).click()
  await saved(page, 'Limits')
  await page.reload()
  await page.getByText(/^100,000, 99,/).waitFor()
  expect((await settings())['quota']).toEqual({ monthlyTransactions: 100_000, rechargeDay: 15, timeZone: 'UTC' })
  expect(faults).toEqual([])
})

test('Snapshot storage is tested before it is saved, explains a failure, and receives copies', async () => {
  const s3 = await startS3()
  try {
    await s3.createBucket('inventory')
    const { page, faults } = await open('/settings/snapshot-storage')
    const form = page.getByRole('form', { name: 'Storage' })
    const test = form.getByRole('button', { name: 'Test connection' })
    await test.click()
    await form.getByText(/^Enter a bucket, an access key ID and a secret access key/).waitFor()
    await form.getByLabel('Endpoint').fill(s3.endpoint)
    await form.getByLabel('Bucket', { exact: true }).fill('inventry')
    await form.getByLabel('Access key ID').fill(s3.accessKeyId)
    await form.getByLabel('Secret access key', { exact: true }).fill(s3.secretAccessKey)
    await test.click()
    await form.getByText(/^The bucket does not exist/).waitFor()
    expect(await form.getByRole('listitem').allInnerTexts()).toHaveLength(4)
    await form.getByLabel('Bucket', { exact: true }).fill('inventory')
    await test.click()
    await form.getByText(/^The storage works/).waitFor()
    await form.getByLabel('Copy snapshots').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await saved(page, 'Storage')
    expect(await form.getByLabel('Secret access key', { exact: true }).inputValue()).toBe('')
    await importDevice(web.up().api, computer(3))
    await page.getByRole('region', { name: 'Copies' }).getByText('1', { exact: true }).waitFor()
    expect((await s3.objects('inventory')).size).toBe(1)
    expect(faults).toEqual([])
    await page.getByLabel('Copy snapshots').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await saved(page, 'Storage')
  } finally {
    await s3.remove()
  }
})

test('mail is configured and tested; a webhook is created, its secret shown once, and its deliveries are listed', async () => {
  await using smtp = await startSmtp({ security: 'none', refuses: ['gone@example.org'] })
  await using receiver = await startWebhookReceiver()
  const { page, faults } = await open('/settings/notifications')
  const mail = page.getByRole('form', { name: 'Mail' })
  await mail.getByLabel('Mail server').fill('127.0.0.1')
  await mail.getByLabel('Port').fill(String(smtp.port))
  await mail.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'None (plain text)' }).click()
  await mail.getByLabel('Sender').fill('rollcall@example.org')
  const recipients = mail.getByRole('combobox', { name: 'Recipients' })
  for (const address of ['it@example.org', 'gone@example.org']) {
    await recipients.fill(address)
    await recipients.press('Enter')
  }
  await mail.getByRole('button', { name: 'Save' }).click()
  await saved(page, 'Mail')
  await mail.getByRole('button', { name: 'Send test mail' }).click()
  await mail.getByText(/^gone@example.org: .*rejects this recipient/).waitFor()
  expect(smtp.mails.map(({ to }) => to)).toEqual([['it@example.org']])
  expect(faults).toEqual([])

  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Ticketing')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.9/hook')
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByText('Correct the fields marked below.').waitFor()
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Secret of Ticketing' })
  expect(await secret.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/)
  await secret.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('table', { name: 'Webhooks' }).getByText('Ticketing').waitFor()
  await importDevice(web.up().api, computer(4))
  const received = () => receiver.received.map((each) => (each.json() as { type: string }).type)
  await expect.poll(received).toEqual(expect.arrayContaining(['rollcall.device.added', 'rollcall.snapshot.added']))
  // A receiver answers 410 when it wants no more notifications.
  receiver.answer(410)
  await importDevice(web.up().api, computer(5))
  const failed = () => read<{ total: number }>('/api/v1/notifications?status=Failed')
  await expect.poll(async () => (await failed()).total).toBeGreaterThan(0)
  await page.goto('/settings/tags')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  const lately = page.getByRole('region', { name: 'Recent notifications' })
  await lately.getByText('failed for Ticketing').first().waitFor()
  await lately
    .getByText(/^sent,/)
    .first()
    .waitFor()
  await lately.getByRole('link', { name: 'All notifications' }).click()
  await lately.waitFor({ state: 'detached' })
  const sent = page.getByRole('table', { name: 'Sent' })
  await sent.getByText('Ticketing').nth(1).waitFor()
  await page.getByRole('button', { name: 'State', exact: true }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await sent.getByText(/^Ticketing: answered 410 Gone; .* \(attempt 1\)$/).waitFor()
  // The row was in the list of all as well, which stays until the other has come.
  await expect.poll(() => sent.getByLabel('Sent').count()).toBe(0)

  await page.getByRole('table', { name: 'Webhooks' }).getByText('Off').waitFor()
  receiver.answer(204)
  await page.getByRole('button', { name: 'Edit Ticketing' }).click()
  await form.getByLabel('Enabled').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('table', { name: 'Webhooks' }).getByText('On', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete Ticketing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(/^No webhooks yet/).waitFor()
})

const pages = [
  'Tags',
  'Schedules',
  'Credentials',
  'Ignore List',
  'Identity',
  'Snapshot storage',
  'Notifications',
  'Retention',
  'API usage',
]
test('axe finds no violation on any of these pages, on a desktop and on a phone', async () => {
  const { page, faults } = await open('/settings')
  for (const name of pages) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await untilIdle(page)
    expect([name, await axeOnDeskAndPhone(page)]).toEqual([name, []])
  }
  expect(faults).toEqual([])
})
