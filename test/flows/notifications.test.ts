import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cloudEventSchema } from '@rollcall/shared/api/event.ts'
import { mailTestSchema, type Notification, notificationListSchema } from '@rollcall/shared/api/notification.ts'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { patchedSiteSettingsSchema } from '@rollcall/shared/api/site-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUp, type Up } from '../harness/rollcall.ts'
import { type SmtpHarness, startSmtp } from '../harness/smtp.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'
import { expectedSignature, startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts'
import { proves } from '../interface/proves.ts'

const login = { user: 'rollcall', pass: 'right horse' }
let folder: TmpFolder
let smtp: SmtpHarness
let receiver: WebhookReceiver
let up: Up
let options: Parameters<typeof startUp>[0]

beforeAll(async () => {
  folder = await tmpFolder()
  ;[smtp, receiver] = await Promise.all([
    startSmtp({ security: 'starttls', login }),
    startWebhookReceiver({ tls: true }),
  ])
  const caFile = join(folder.path, 'ca.pem')
  await writeFile(caFile, smtp.ca + receiver.ca)
  // As an operator has it trust the CA of the own network.
  const env = { NODE_EXTRA_CA_CERTS: caFile }
  options = { dataDir: join(folder.path, 'data'), args: ['--no-agent'], env }
  up = await startUp(options)
})
afterAll(async () => {
  await up?.stop()
  await Promise.all([smtp?.stop(), receiver?.stop()])
  await folder?.remove()
})

const patch = (notifications: object) => up.api.call('PATCH', '/api/v1/site/settings', { body: { notifications } })

async function configure(notifications: object) {
  const answer = await patch(notifications)
  expect(answer.status).toBe(200)
  return patchedSiteSettingsSchema.parse(answer.json()).notifications
}

const addSegment = (name: string) => {
  const segment = { name, type: 'address-list', auditServiceId: up.facts.auditServiceId, addresses: ['127.0.0.9'] }
  return up.api.create('/api/v1/segments', segment, segmentSchema)
}

/** The notification about an event of this subject, once it is as wanted. */
const notified = (eventId: string | undefined, isIt: (deliveries: Notification['deliveries']) => boolean) =>
  waitFor(
    async () => {
      const { items } = await up.api.read('/api/v1/notifications', notificationListSchema)
      return items.find(({ deliveries }) => isIt(deliveries))
    },
    { what: `the delivery of ${eventId ?? 'an event'}`, timeoutMs: 20_000 },
  )

test('a test mail arrives by STARTTLS with a login, or the reason of the failure is reported', async () => {
  const server = { host: '127.0.0.1', port: smtp.port, security: 'starttls', from: 'rollcall@example.org' }
  await configure({ smtp: { ...server, username: login.user, password: 'wrong' }, recipients: ['it@example.org'] })
  const attempt = () => up.api.create('/api/v1/site/settings/notifications/test', undefined, mailTestSchema)
  expect(await attempt()).toMatchObject({ ok: false, problem: 'bad_credentials' })
  await configure({ smtp: { password: login.pass } })
  expect(await attempt()).toMatchObject({ ok: true, accepted: ['it@example.org'] })
  expect(smtp.mails).toMatchObject([{ to: ['it@example.org'], isEncrypted: true }])
})

test('a webhook receives a signed CloudEvent, also at the second attempt', proves('webhooks.cloudEvents'), async () => {
  const webhook = { name: 'Tickets', url: receiver.url, enabled: true, events: ['segment.added'] }
  const { webhooks } = await configure({ webhooks: [webhook] })
  const [{ secret = '' } = {}] = webhooks
  expect(secret).toMatch(/^whsec_/)
  receiver.answer(503)
  const segment = await addSegment('told')
  await waitFor(() => receiver.received.length > 0, { what: 'the first attempt' })
  receiver.answer(204)
  await waitFor(() => receiver.received.length > 1, { what: 'the second attempt', timeoutMs: 20_000 })
  const [first, second] = receiver.received
  if (!first || !second) throw new Error('not received')
  const event = cloudEventSchema.parse(second.json())
  expect(event).toMatchObject({ type: 'rollcall.segment.added', subject: segment.id })
  for (const call of [first, second]) {
    expect(call.headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': event.id,
      'webhook-signature': expectedSignature(secret, call),
    })
  }
  const shown = await notified(event.id, (deliveries) => deliveries.some(({ status }) => status === 'Sent'))
  expect(shown).toMatchObject({ subject: 'segment.added', deliveries: [{ target: 'Tickets', attempts: 2 }] })
})

test('waiting notifications are sent after a crash', async () => {
  const before = receiver.received.length
  receiver.answer(503)
  const segment = await addSegment('before the crash')
  await waitFor(() => receiver.received.length > before, { what: 'the first attempt' })
  await up.stop('SIGKILL')
  receiver.answer(204)
  const inCrash = receiver.received.length
  up = await startUp(options)
  await waitFor(() => receiver.received.length > inCrash, { what: 'the next attempt', timeoutMs: 20_000 })
  expect(cloudEventSchema.parse(receiver.received.at(-1)?.json())).toMatchObject({ subject: segment.id })
})
