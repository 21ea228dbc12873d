import type { List } from '@rollcall/shared/api/common.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import { expect, it } from 'vitest'
import { devicesOnSchedule } from '../../device-records/audit-schedule.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const pc: Seen = { agentId: 'a1', hostname: 'pc-1', ipAddresses: ['10.0.0.1'] }

describeOnEitherEngine('changedSince', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call, advance } = test
    const ingest = createIngest(ctx)
    let minutes = 0
    const submit = async (more: Seen = {}, autoTag?: string) => {
      const observation = agent(minutes, { ...pc, ...more })
      const delivery = { siteId: ctx.siteId, observation, actor: 'agent pc-1', ...(autoTag ? { autoTag } : {}) }
      return (await ingest.submit(delivery)).deviceId ?? ''
    }
    const send = async (method: string, path: string, json?: object) => {
      const answer = await call(method, path, json ? { json } : {})
      expect([method, path, answer.status < 300]).toEqual([method, path, true])
      return (answer.status === 204 ? {} : await answer.json()) as { id: string }
    }
    /** Does something one minute later; returns whether the list finds the device by that time. */
    const changes = async (what: () => Promise<unknown>, query = '') => {
      advance(60)
      minutes += 1
      const since = ctx.clock.now().toISOString()
      await what()
      const { total } = (await send(
        'GET',
        `/api/v1/devices?changedSince=${since}${query}`,
      )) as unknown as List<DeviceListItem>
      return total === 1
    }
    const id = await submit()
    await submit({ agentId: 'a2', hostname: 'other', ipAddresses: [] })
    return { ...test, id, path: `/api/v1/devices/${id}`, submit, send, changes }
  }

  it('finds a device with a changed value, and no other', async () => {
    const { id, path, submit, send, changes, ctx } = await setUp()
    expect(await changes(() => submit())).toBe(false)
    expect(await changes(() => submit({ hostname: 'renamed' }))).toBe(true)
    expect(await changes(() => submit({ hostname: 'renamed', software: [{ name: 'vim', version: '9' }] }))).toBe(true)
    expect(await changes(() => send('PATCH', path, { customFields: { floor: 3 } }))).toBe(true)
    expect(await changes(() => send('PATCH', path, { customFields: { floor: 3 } }))).toBe(false)

    const tag = await send('POST', '/api/v1/tags', { name: 'Office' })
    expect(await changes(() => send('POST', `${path}/tags`, { tagId: tag.id }))).toBe(true)
    expect(await changes(() => send('PATCH', `/api/v1/tags/${tag.id}`, { name: 'Lab' }))).toBe(true)
    expect(await changes(() => send('PATCH', `/api/v1/tags/${tag.id}`, { colour: '#1c7ed6' }))).toBe(false)
    expect(await changes(() => send('DELETE', `${path}/tags/${tag.id}`))).toBe(true)
    expect(await changes(() => submit({ hostname: 'renamed' }, 'Lab'))).toBe(true)
    expect(await changes(() => submit({ hostname: 'renamed' }, 'Lab'))).toBe(false)
    const lines = (await changesOf(ctx)).filter(({ field, deviceId }) => field === 'tags' && deviceId === id)
    expect(lines.map(({ from, to, actor }) => [from, to, actor])).toEqual([
      [null, 'Office', 'Test app'],
      ['Lab', null, 'Test app'],
      [null, 'Lab', 'agent pc-1'],
    ])
    expect(await changes(() => send('DELETE', `/api/v1/tags/${tag.id}`))).toBe(true)
  })

  it('does not find a device with other measurements, or with the same values in another order', async () => {
    const { submit, changes } = await setUp()
    const measured = (freeBytes: number, neighbor: string, sizeBytes = 1e9): Seen => ({
      hardware: { volumes: [{ mount: '/', sizeBytes, freeBytes }] },
      network: {
        ipAddress: '10.0.0.1',
        dnsServers: freeBytes % 2 === 0 ? ['192.0.2.1', '192.0.2.2'] : ['192.0.2.2', '192.0.2.1'],
        interfaces: [
          { name: 'eth0', operStatus: freeBytes % 2 === 0 ? 'up' : 'down' },
          { name: `veth${freeBytes}`, virtual: true },
        ],
        neighbors: [{ port: 'eth0', protocol: 'lldp', name: neighbor }],
      },
    })
    expect(await changes(() => submit(measured(7, 'sw-1')))).toBe(true)
    expect(await changes(() => submit(measured(8, 'sw-1')))).toBe(false)
    expect(await changes(() => submit(measured(9, 'sw-2')))).toBe(true)
    expect(await changes(() => submit(measured(10, 'sw-2', 2e9)))).toBe(true)
    // Hardware that was not read stays as it was.
    expect(await changes(() => submit({ ...measured(11, 'sw-2'), hardware: undefined }))).toBe(false)
  })

  it('finds a device with another or renamed schedule, and one restored from the archive', async () => {
    const { id, path, send, changes, ctx } = await setUp()
    const given = { name: 'Nightly', kind: 'audit', cron: '0 3 * * *', timeZone: 'UTC' }
    const schedule = await send('POST', '/api/v1/schedules', given)
    expect(await changes(() => send('PATCH', path, { auditScheduleId: schedule.id }))).toBe(true)
    const onSchedule = () => ctx.store.read((db) => devicesOnSchedule(db, ctx.siteId, schedule.id, []))
    expect(await onSchedule()).toEqual([{ id, segmentId: null, ipAddress: '10.0.0.1' }])
    expect(await changes(() => send('PATCH', `/api/v1/schedules/${schedule.id}`, { cron: '0 4 * * *' }))).toBe(false)
    expect(await changes(() => send('PATCH', `/api/v1/schedules/${schedule.id}`, { name: 'Weekly' }))).toBe(true)
    expect(((await send('GET', path)) as unknown as Device).auditSchedule).toBe('Weekly')

    expect(await changes(() => send('POST', `${path}/archive`))).toBe(false)
    expect(await onSchedule()).toEqual([])
    expect(await changes(() => send('PATCH', path, { assetTag: 'INV-1' }), '&archived=true')).toBe(true)
    expect(await changes(() => send('POST', `${path}/restore`))).toBe(true)
    expect(await changes(() => send('DELETE', `/api/v1/schedules/${schedule.id}`))).toBe(true)
  })
})
