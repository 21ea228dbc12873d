import { notificationListSchema } from '@rollcall/shared/api/notification.ts'
import type { PatchSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { sequenceEvents } from '../../activity/events/sequence-events.ts'
import { fanOutToWebhooks } from '../../activity/notifications/fan-out.ts'
import { notify } from '../../activity/notifications/notify.ts'
import { exampleEvents } from '../../activity/testing/events.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { updateSiteSettings } from '../../sites/update-settings.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const path = '/api/v1/notifications'
const mailTest = '/api/v1/site/settings/notifications/test'

describeOnEitherEngine('notifications over HTTP', ({ open }) => {
  const setUp = async () => {
    const app = await testApp(await open())
    const { ctx } = app
    const notifications: PatchSiteSettings['notifications'] = {
      smtp: { host: '127.0.0.1', from: 'rollcall@example.org' },
      recipients: ['it@example.org'],
      webhooks: [{ name: 'Tickets', url: 'https://tickets.example.org/hook', enabled: true, events: ['*'] }],
    }
    // Not by a person: that would be an event as well.
    await updateSiteSettings({ ...ctx, actor: { ...ctx.actor, kind: 'system', id: 'test' } }, { notifications }, [])
    const tell = (key: string, timestamp: string) =>
      ctx.store.write((tx) =>
        notify(tx, {
          siteId: ctx.siteId,
          template: 'Administrative',
          key,
          subject: `About ${key}`,
          text: 'Do something.',
          timestamp,
        }),
      )
    const list = async (query = '') => {
      const answer = await app.call('GET', `${path}${query}`)
      expect(answer.status).toBe(200)
      return notificationListSchema.parse(await answer.json())
    }
    return { ...app, tell, list }
  }

  it(
    'are listed for mail and webhooks, newest first, in pages and by state',
    proves('notifications.list'),
    async () => {
      const { ctx, tell: notify, list } = await setUp()
      await notify('disk', '2026-11-20T08:00:00.000Z')
      await notify('key', '2026-11-20T09:00:00.000Z')
      const events = exampleEvents(['device.added'])
      await ctx.store.write((tx) =>
        recordEvents(tx, { siteId: ctx.siteId, timestamp: '2026-11-20T08:30:00.000Z', events }),
      )
      await sequenceEvents(ctx, fanOutToWebhooks)
      const { items, total } = await list()
      expect(total).toBe(3)
      expect(items.map(({ subject }) => subject)).toEqual(['About key', 'device.added', 'About disk'])
      expect(items[0]).toMatchObject({
        template: 'Administrative',
        text: 'Do something.',
        deliveries: [
          { channel: 'mail', target: 'it@example.org', status: 'Waiting', attempts: 0, lastError: null, sentAt: null },
        ],
      })
      expect(items[1]).toMatchObject({ template: 'Event', deliveries: [{ channel: 'webhook', target: 'Tickets' }] })
      expect(await list('?limit=1&offset=1')).toEqual({ items: [items[1]], total })
      expect(await list('?status=Waiting')).toEqual({ items, total })
      expect(await list('?status=Failed')).toEqual({ items: [], total: 0 })
    },
  )

  it('are for Administrators of the site', async () => {
    const { call } = await setUp()
    for (const [method, at] of [
      ['GET', path],
      ['POST', mailTest],
    ] as const) {
      expect((await call(method, at, { token: 'reader' })).status).toBe(403)
      expect((await call(method, at, { token: null })).status).toBe(401)
    }
    expect((await call('GET', `${path}?status=Lost`)).status).toBe(400)
  })

  it('can be tested: a test mail reports the failure', async () => {
    const { ctx, call } = await setUp()
    await updateSiteSettings(ctx, { notifications: { recipients: [] } }, [])
    const answer = await call('POST', mailTest)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      ok: false,
      problem: 'incomplete_settings',
      detail: 'There are no recipients.',
      accepted: [],
      refused: [],
    })
  })
})
