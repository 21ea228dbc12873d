import { cloudEventSchema } from '@rollcall/shared/api/event.ts'
import { parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { expect, it } from 'vitest'
import { expectedSignature, startWebhookReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { getSiteSettings } from '../../sites/settings.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { changesOf, timeOf } from '../../testing/context.ts'
import { sequenceEvents } from '../events/sequence-events.ts'
import { secret, webhookSite } from '../testing/webhook.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'
import { retryWaitsMs } from './deliver-or-retry.ts'
import { fanOutToWebhooks } from './fan-out.ts'
import { listNotifications } from './list-notifications.ts'

const all = { limit: 50, offset: 0 }
const allow = parseAllowList('127.0.0.1')

describeOnBothEngines('a webhook', ({ open }) => {
  it('gets a CloudEvent, signed by Standard Webhooks', async () => {
    await using receiver = await startWebhookReceiver({ tls: true })
    const site = await webhookSite(await open(), receiver.url, { ca: [receiver.ca] })
    await site.happen('device.added')
    expect(await site.attempt()).toEqual([])
    const [call] = receiver.received
    if (!call) throw new Error('nothing came')
    const event = cloudEventSchema.parse(call.json())
    expect(event).toMatchObject({
      specversion: '1.0',
      source: `/sites/${site.ctx.siteId}`,
      type: 'rollcall.device.added',
      subject: 'of device.added',
      time: '2026-11-20T08:00:00.000Z',
      data: { name: 'pc-17' },
    })
    expect(call).toMatchObject({ method: 'POST', path: '/hook' })
    expect(call.headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': event.id,
      'webhook-timestamp': String(Date.parse('2026-11-20T08:00:00Z') / 1000),
      'webhook-signature': expectedSignature(secret, call),
    })
    expect(await site.deliveries()).toMatchObject([{ status: 'Sent', attempts: 1, lastError: null }])
  })

  it('gets the events it subscribes to once, and no others', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    const at = (path: string) => receiver.url.replace('/hook', path)
    await site.set({
      webhooks: [
        { ...site.webhook, name: 'devices', url: at('/devices'), events: ['device.added', 'device.deleted'] },
        { ...site.webhook, name: 'all', url: at('/all') },
        { ...site.webhook, name: 'off', url: at('/off'), enabled: false },
      ],
    })
    await site.happen('device.added', 'task.changed')
    await site.attempt()
    await sequenceEvents(site.ctx, fanOutToWebhooks)
    await site.attempt()
    const calls = receiver.received.map((call) => `${call.path} ${cloudEventSchema.parse(call.json()).type}`)
    expect(calls.sort()).toEqual([
      '/all rollcall.device.added',
      '/all rollcall.task.changed',
      '/devices rollcall.device.added',
    ])
    const { items, total } = await listNotifications(site.ctx, all)
    expect(total).toBe(2)
    expect(items.find(({ subject }) => subject === 'device.added')).toMatchObject({
      template: 'Event',
      text: null,
      deliveries: [
        { channel: 'webhook', target: 'devices', status: 'Sent' },
        { channel: 'webhook', target: 'all', status: 'Sent' },
      ],
    })
  })

  it('is retried for three days with the same id and a new time, then shows as failed', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    receiver.answer(503)
    await site.happen('device.added')
    for (const waitMs of retryWaitsMs) {
      const [waitSeconds = 0] = await site.attempt()
      expect(waitSeconds).toBeGreaterThanOrEqual(waitMs / 1000)
      site.advance(waitSeconds)
    }
    expect(await site.attempt()).toEqual([])
    expect(receiver.received).toHaveLength(10)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10)
    for (const call of receiver.received)
      expect(call.headers['webhook-signature']).toBe(expectedSignature(secret, call))
    expect(await listNotifications(site.ctx, { ...all, status: 'Failed' })).toMatchObject({
      items: [{ deliveries: [{ status: 'Failed', attempts: 10, lastError: 'answered 503', sentAt: null }] }],
    })
    expect(await listNotifications(site.ctx, { ...all, status: 'Sent' })).toEqual({ items: [], total: 0 })
  })

  it('is not followed to a redirect', async () => {
    await using receiver = await startWebhookReceiver()
    await using other = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    receiver.answer({ location: other.url })
    await site.happen('device.added')
    expect(await site.attempt()).toHaveLength(1)
    expect(other.received).toEqual([])
    expect(await site.deliveries()).toMatchObject([{ status: 'Waiting', lastError: 'answered 307' }])
  })

  it('that answers 410 Gone is disabled', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    receiver.answer(410)
    await site.happen('device.added', 'device.modified')
    expect(await site.attempt()).toEqual([])
    await site.happen('device.deleted')
    expect(receiver.received).toHaveLength(1)
    const reasons = (await site.deliveries()).map(({ status, lastError }) => `${status}: ${lastError}`)
    expect(reasons.sort()).toEqual([
      'Failed: answered 410 Gone; the webhook is disabled now',
      'Failed: the webhook was disabled',
    ])
    expect((await changesOf(site.ctx)).at(-1)).toMatchObject({ actor: 'Rollcall', verb: 'Modified' })
  })

  it('with a new address is not disabled by an answer from the old one', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url.replace('127.0.0.1', 'hooks.invalid'), {
      outbound: createOutbound({
        allow,
        async resolve() {
          const { webhooks } = (await getSiteSettings(site.ctx)).notifications
          const moved = webhooks.map(({ secretSet: _, ...webhook }) => ({ ...webhook, url: receiver.url }))
          await site.set({ webhooks: moved })
          return [{ address: '127.0.0.1', family: 4 }]
        },
      }),
    })
    receiver.answer(410)
    await site.happen('device.added')
    expect(await site.attempt()).toHaveLength(1)
    receiver.answer(204)
    await site.attempt()
    expect(await site.deliveries()).toMatchObject([{ status: 'Sent', attempts: 2 }])
  })

  it('that was deleted gets no pending deliveries', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    await site.happen('device.added')
    await site.set({ webhooks: [] })
    expect(await site.attempt()).toEqual([])
    expect(receiver.received).toEqual([])
    expect(await site.deliveries()).toMatchObject([{ status: 'Failed', lastError: 'the webhook was deleted' }])
  })

  it('to a closed address is rejected before it connects, whatever the site allows', async () => {
    await using receiver = await startWebhookReceiver()
    const url = receiver.url.replace('127.0.0.1', 'hooks.invalid')
    const outbound = createOutbound({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const site = await webhookSite(await open(), url, { outbound })
    await site.set({ allowPrivateWebhooks: true })
    await site.happen('device.added')
    await site.attempt()
    expect(receiver.received).toEqual([])
    expect(await site.deliveries()).toMatchObject([
      {
        status: 'Failed',
        attempts: 1,
        lastError:
          'hooks.invalid is a loopback address, which is closed to webhooks without https. Only the operator can open it (ROLLCALL_OUTBOUND_ALLOW).',
      },
    ])
  })

  it('connects to the checked address even if the name changes', async () => {
    await using receiver = await startWebhookReceiver()
    const lookups: string[] = []
    const resolve = async (hostname: string) => {
      lookups.push(hostname)
      return [{ address: lookups.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
    }
    // No name server resolves this name.
    const url = receiver.url.replace('127.0.0.1', 'hooks.invalid')
    const site = await webhookSite(await open(), url, { outbound: createOutbound({ allow, resolve }) })
    await site.happen('device.added')
    await site.attempt()
    expect(receiver.received).toHaveLength(1)
    expect(lookups).toEqual(['hooks.invalid'])
    await site.happen('device.deleted')
    await site.attempt()
    expect(receiver.received).toHaveLength(1)
    const reasons = (await site.deliveries()).map(({ lastError }) => lastError)
    expect(reasons).toContainEqual(expect.stringContaining('a cloud metadata service'))
  })

  it('is deleted with its event', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    await site.happen('device.added')
    site.advance(7 * 24 * 3600 + 1)
    await deleteOldNotifications(site.ctx, timeOf(site.ctx))
    expect(await site.deliveries()).toEqual([])
  })
})
