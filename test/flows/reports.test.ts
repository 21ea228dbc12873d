import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reportMessageSchema, reportRunListSchema, reportRunSchema, reportSchema } from '@rollcall/shared/api/report.ts'
import { patchedSiteSettingsSchema } from '@rollcall/shared/api/site-settings.ts'
import { viewSchema } from '@rollcall/shared/api/view.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computer, importDevice } from '../browser/support/devices.ts'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type SmtpHarness, startSmtp } from '../harness/smtp.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { expectedSignature, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'

let folder: TmpFolder
let smtp: SmtpHarness
let receiver: WebhookReceiver
let up: Up

beforeAll(async () => {
  folder = await tmpFolder()
  ;[smtp, receiver] = await Promise.all([startSmtp({ security: 'starttls' }), startWebhookReceiver({ tls: true })])
  const caFile = join(folder.path, 'ca.pem')
  await writeFile(caFile, smtp.ca + receiver.ca)
  up = await startUp({
    dataDir: join(folder.path, 'data'),
    args: ['--no-agent'],
    env: { NODE_EXTRA_CA_CERTS: caFile },
  })
})
afterAll(async () => {
  await up?.stop()
  await Promise.all([smtp?.stop(), receiver?.stop()])
  await folder?.remove()
})

test('a report of a saved view is mailed as CSV and sent to a webhook, signed', async () => {
  const server = { host: '127.0.0.1', port: smtp.port, security: 'starttls', from: 'rollcall@example.org' }
  const webhook = { name: 'Tickets', url: receiver.url, enabled: true, events: ['offload.failed'] }
  const body = { notifications: { smtp: server, webhooks: [webhook] } }
  const answer = await up.api.call('PATCH', '/api/v1/site/settings', { body })
  const [{ id: webhookId, secret } = { id: '' }] = patchedSiteSettingsSchema.parse(answer.json()).notifications.webhooks
  for (let number = 0; number < 3; number += 1) await importDevice(up.api, computer(number))

  const parameters = { q: 'pc-0', sort: '-name' }
  const view = await up.api.create('/api/v1/views', { name: 'PCs', list: 'devices', parameters }, viewSchema)
  const targets = { recipients: ['it@example.org'], webhookIds: [webhookId] }
  const report = await up.api.create(
    '/api/v1/reports',
    { name: 'PCs on Mondays', viewId: view.id, cron: '0 6 * * MON', ...targets },
    reportSchema,
  )
  const { id } = await up.api.create(`/api/v1/reports/${report.id}/run`, undefined, reportRunSchema)
  const run = await waitFor(
    async () => {
      const { items } = await up.api.read(`/api/v1/reports/${report.id}/runs`, reportRunListSchema)
      return items.find((each) => each.id === id && each.status === 'Sent')
    },
    { what: 'the end of the run', timeoutMs: 30_000 },
  )
  expect(run).toMatchObject({ trigger: 'manual', rows: 3 })

  expect(smtp.mails).toMatchObject([{ to: ['it@example.org'], isEncrypted: true }])
  const source = smtp.mails[0]?.source ?? ''
  expect(source).toContain('Subject: PCs on Mondays: 3 devices\r\n')
  expect(source).toContain('filename=PCs-on-Mondays.csv')
  const [call] = receiver.received
  if (!call) throw new Error('nothing was received')
  const { data, subject } = reportMessageSchema.parse(call.json())
  expect(subject).toBe(report.id)
  const lines = data.csv?.trim().split('\r\n') ?? []
  expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(['pc-02', 'pc-01', 'pc-00'])
  expect(call.headers['webhook-signature']).toBe(expectedSignature(secret ?? '', call))
  const encoded = Buffer.from(data.csv ?? '').toString('base64')
  expect(source.replaceAll('\r\n', '')).toContain(encoded)
})
