import { defaultSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Context } from '../../lib/context.ts'
import { notificationTables } from '../../store/schema/activity.ts'
import { outboxTables } from '../../store/schema/outbox.ts'
import { siteTables } from '../../store/schema/sites.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { notify } from './notify.ts'

const timestamp = '2026-11-20T08:00:00.000Z'

const send = (ctx: Context, siteId = ctx.siteId) =>
  ctx.store.write((tx) =>
    notify(tx, { siteId, template: 'Administrative', key: 'disk', subject: 'Disk', text: 'It is full.', timestamp }),
  )
const written = (ctx: Context) =>
  ctx.store.read(async (db) => {
    const { notifications, deliveries } = db.tables(notificationTables)
    return {
      notifications: await db.select().from(notifications),
      deliveries: await db.select().from(deliveries).orderBy(asc(deliveries.target)),
      outbox: await db.select().from(db.tables(outboxTables).outbox),
    }
  })

describeOnBothEngines('a notice', ({ open }) => {
  it('is sent once to each recipient in the settings', async () => {
    const { ctx } = await testContext(await open())
    const notifications = {
      ...defaultSiteSettings.notifications,
      smtp: { ...defaultSiteSettings.notifications.smtp, host: 'mail.example.org' },
      recipients: ['a@example.org', 'b@example.org', 'a@example.org'],
    }
    const settings = { ...defaultSiteSettings, notifications }
    await ctx.store.write((tx) =>
      tx.insert(tx.tables(siteTables).siteSettings).values({ siteId: ctx.siteId, settings, modifiedAt: timestamp }),
    )
    expect(await send(ctx)).toBe(true)
    expect(await send(ctx)).toBe(false)
    const { deliveries, outbox } = await written(ctx)
    expect(deliveries).toMatchObject([
      { target: 'a@example.org', channel: 'mail', status: 'Waiting' },
      { target: 'b@example.org', channel: 'mail', status: 'Waiting' },
    ])
    expect(outbox.map(({ kind, subjectId }) => `${kind} ${subjectId}`).sort()).toEqual(
      deliveries.map(({ id }) => `mail ${id}`).sort(),
    )
  })

  it('is stored without mail settings, and is separate for each site', async () => {
    const { ctx } = await testContext(await open())
    expect(await send(ctx)).toBe(true)
    expect(await send(ctx, 'another-site')).toBe(true)
    const { notifications, deliveries, outbox } = await written(ctx)
    expect(notifications).toHaveLength(2)
    expect(notifications[0]).toMatchObject({ key: 'disk', subject: 'Disk', text: 'It is full.', createdAt: timestamp })
    expect({ deliveries, outbox }).toEqual({ deliveries: [], outbox: [] })
  })
})
