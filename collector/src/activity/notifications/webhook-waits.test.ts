import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { expect, it } from 'vitest'
import { waitFor } from '../../../../test/harness/wait.ts'
import { startWebhookReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { createDispatcher } from '../../outbox/dispatcher.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { webhookSite } from '../testing/webhook.ts'
import { deliveryHandlers } from './outbox-handlers.ts'

describeOnBothEngines('a webhook', ({ open }) => {
  it('that does not answer ends at the time limit of the attempt', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    receiver.answer(null)
    await site.happen('device.added')
    expect(await site.attempt(AbortSignal.timeout(200))).toHaveLength(1)
    expect(await site.deliveries()).toMatchObject([{ status: 'Waiting', lastError: 'there was no answer in time' }])
  })

  it('whose name is not resolved in time ends at the time limit', async () => {
    const resolve = () => new Promise<never>(() => undefined)
    const site = await webhookSite(await open(), 'https://hooks.invalid', { outbound: createOutbound({ resolve }) })
    await site.happen('device.added')
    expect(await site.attempt(AbortSignal.timeout(200))).toHaveLength(1)
    expect(await site.deliveries()).toMatchObject([{ status: 'Waiting', lastError: 'there was no answer in time' }])
  })

  it('that switches to another protocol ends at once', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    receiver.answer(101)
    await site.happen('device.added')
    expect(await site.attempt()).toHaveLength(1)
    const lastError = 'the connection was closed (ECONNRESET)'
    expect(await site.deliveries()).toMatchObject([{ status: 'Waiting', lastError }])
  })

  it('that is aborted when the collector stops is retried after the next start without counting', async () => {
    await using receiver = await startWebhookReceiver()
    const site = await webhookSite(await open(), receiver.url)
    receiver.answer(null)
    await site.happen('device.added')
    const dispatcher = createDispatcher(site.ctx, deliveryHandlers(site.ctx), { pollMs: 3_600_000, drainMsMax: 1 })
    await waitFor(() => receiver.received.length === 1, { what: 'the attempt to be under way' })
    await dispatcher.drain()
    expect(await site.deliveries()).toMatchObject([{ status: 'Waiting', attempts: 0, lastError: null }])
    receiver.answer(204)
    await site.attempt()
    expect(await site.deliveries()).toMatchObject([{ status: 'Sent', attempts: 1 }])
  })
})
