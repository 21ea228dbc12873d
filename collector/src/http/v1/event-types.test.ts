import { eventTypes } from '@rollcall/shared/api/event.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { untried } from '@rollcall/shared/messages/host-audit.ts'
import { expect, it } from 'vitest'
import { readOpenApi } from '../../../../test/flows/support/openapi.ts'
import { watchExpiry } from '../../access/registrations/watch-expiry.ts'
import { eventsAfter, toCloudEvent } from '../../activity/events/list-events.ts'
import { recordListener } from '../../activity/events/listeners.ts'
import { sequenceEvents } from '../../activity/events/sequence-events.ts'
import { emitStaleEvents } from '../../devices/stale/emit-stale-events.ts'
import { acceptHost } from '../../ingest/accept/accept-host.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { readingOf } from '../../ingest/reading/reading.ts'
import { agent, ping, snmp } from '../../ingest/testing/observations.ts'
import { emitStatusEvents } from '../../scanning/audit-services/emit-status.ts'
import { beginTurn, endTurn } from '../../snapshots/offload/offload-site.ts'
import { StorageProblem } from '../../snapshots/offload/storage-errors.ts'
import { reviewSites } from '../../software/compliance/review-sites.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { mergeApp } from '../testing/merge.ts'

const clone = (number: number) => ({
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  macAddresses: [`00:0c:29:00:00:0${number}`],
  hostname: `web${number}`,
})

describeOnEitherEngine('every type of event', ({ open }) => {
  it('is emitted with the data that the description has for it', async () => {
    const app = await mergeApp(await open())
    const { ctx, call, post, answer, merge, unmerge, submit, edit, tag, survivorId, otherId, path, advance } = app
    await recordListener(ctx, ctx.siteId)

    // Devices and snapshots.
    const rule = await answer<{ id: string }>(post('/api/v1/rules', { name: 'New', trigger: 'device-added' }), 201)
    await edit(survivorId, { assetTag: 'INV-7' })
    await tag(survivorId, 'Office')
    const { mergeId } = await merge(survivorId, otherId)
    await unmerge(survivorId, mergeId)
    await answer(post(`${path(otherId)}/archive`, {}))
    await answer(post(`${path(otherId)}/restore`, {}))
    const { snapshotId } = await submit(agent(5, { hostname: 'new', software: [{ name: 'telnetd', version: '0.17' }] }))
    expect((await call('DELETE', `/api/v1/snapshots/${snapshotId}`)).status).toBe(204)
    for (const minutes of [6, 7, 8, 9, 10, 11]) await submit(agent(minutes, clone(1 + (minutes % 3))))
    await emitStaleEvents(ctx, ctx.siteId, ctx.clock.now().toISOString(), timeOf(ctx), AbortSignal.timeout(10_000))
    expect((await call('DELETE', path(otherId))).status).toBe(204)

    await answer(call('PATCH', `/api/v1/rules/${rule.id}`, { json: { enabled: false } }))

    // Software.
    const products = await call('GET', '/api/v1/software?q=vim')
    const { items } = (await products.json()) as { items: { id: string }[] }
    for (const softwareGroup of ['Forbidden', 'Regular'])
      await answer(call('PATCH', `/api/v1/software/${items[0]?.id}`, { json: { softwareGroup } })).then(() =>
        reviewSites(ctx),
      )

    // Scanning.
    const auditServiceId = await app.addAuditService()
    await emitStatusEvents(ctx, timeOf(ctx))
    const given = { name: 'Lab', type: 'address-list', auditServiceId, addresses: ['10.0.0.1'] }
    const segment = await answer<{ id: string }>(post('/api/v1/segments', given), 201)
    await answer(call('PATCH', `/api/v1/segments/${segment.id}`, { json: { name: 'Laboratory' } }))
    const read = snmp(0, '10.0.0.1', { serialNumber: 'S-9', hostname: 'core', macAddresses: ['00:1b:21:00:00:09'] })
    for (const [observation, audit] of [
      [read, untried('read')],
      [ping(30, '10.0.0.1', '00:1b:21:00:00:09'), untried('no-answer')],
      [{ ...read, id: newId() }, untried('read')],
    ] as const) {
      const { taskId } = await answer<{ taskId: string }>(post(`/api/v1/segments/${segment.id}/scan`, {}), 202)
      const head = { version: 1 as const, id: newId(), taskId, attempt: 1, at: ctx.clock.now().toISOString() }
      const reading = await readingOf(observation)
      const host = { ...head, kind: 'host' as const, address: '10.0.0.1', reading, audit }
      await acceptHost(ctx, createIngest(ctx), createReader(ctx), host, auditServiceId)
      await answer(post(`/api/v1/tasks/${taskId}/cancel`, {}), 202)
      advance(60)
    }
    await answer(post(`/api/v1/segments/${segment.id}/scan`, {}), 202)
    expect((await call('DELETE', `/api/v1/segments/${segment.id}`)).status).toBe(204)
    expect((await call('DELETE', `/api/v1/audit-services/${auditServiceId}`)).status).toBe(204)

    // Operations.
    await beginTurn(ctx)
    const problem = new StorageProblem('no_such_bucket', 'The specified bucket does not exist.')
    await endTurn(ctx, { sent: [], gone: [], refused: [], problem })
    const expiresAt = new Date(ctx.clock.now().getTime() + 5 * dayMs).toISOString()
    await answer(post('/api/v1/app-registrations', { name: 'CMDB', expiresAt }), 201)
    await watchExpiry(ctx, timeOf(ctx))
    advance((6 * dayMs) / 1000)
    await watchExpiry(ctx, timeOf(ctx))

    await sequenceEvents(ctx, async () => undefined)
    const emitted = (await eventsAfter(ctx, ctx.siteId, { batch: 0, id: '' }, 1_000)).map(toCloudEvent)
    const schema = readOpenApi(await (await call('GET', '/api/openapi.json')).json()).schema('Event')
    for (const event of emitted)
      expect(schema.safeParse(JSON.parse(JSON.stringify(event))).error, event.type).toBeUndefined()
    const types = new Set(emitted.map(({ type }) => type.replace('rollcall.', '')))
    expect(eventTypes.filter((type) => !types.has(type))).toEqual([])
  })
})
