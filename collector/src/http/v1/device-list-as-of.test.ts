import type { List } from '@rollcall/shared/api/common.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import { expect, it } from 'vitest'
import { rewriteVersions } from '../../devices/versions/rewrite-versions.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const pc = (more: Seen = {}): Seen => ({
  agentId: 'a1',
  hostname: 'pc-1',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  macAddresses: ['00:1b:21:3c:9d:f8'],
  ipAddresses: ['10.0.0.1'],
  ...more,
})
const other: Seen = { agentId: 'a2', hostname: 'srv-2', ipAddresses: ['10.0.0.2'] }

describeOnEitherEngine('the list of devices as it was', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call, advance } = test
    const ingest = createIngest(ctx)
    let minute = 0
    /** Moves the clock to this minute. */
    const goTo = (to: number) => {
      advance((to - minute) * 60)
      minute = to
    }
    const submit = async (observation: ReturnType<typeof agent>) =>
      (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })).deviceId ?? ''
    const list = async (minutes: number, query = '') => {
      const answer = await call('GET', `/api/v1/devices?asOf=${at(minutes)}${query}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as List<DeviceListItem>
    }
    const send = async (method: string, path: string, json?: object) => {
      const answer = await call(method, path, json ? { json } : {})
      expect([method, path, answer.status < 300]).toEqual([method, path, true])
      return answer.status === 204 ? undefined : ((await answer.json()) as { id: string })
    }
    return {
      ...test,
      goTo,
      submit,
      list,
      send,
      names: async (minutes: number, query = '') => (await list(minutes, query)).items.map(({ name }) => name),
      addresses: async (minutes: number) => (await list(minutes)).items.map(({ ipAddress }) => ipAddress),
      device: async (id: string, minutes: number) =>
        (await (await call('GET', `/api/v1/devices/${id}?asOf=${at(minutes)}`)).json()) as Device,
    }
  }

  it('contains the devices of that time, with their names and addresses of that time', async () => {
    const { goTo, submit, list, names, addresses } = await setUp()
    const id = await submit(agent(0, pc()))
    goTo(10)
    await submit(agent(10, other))
    goTo(20)
    await submit(agent(20, pc({ hostname: 'renamed', ipAddresses: ['10.0.0.7'] })))
    goTo(30)
    expect(await names(-1)).toEqual([])
    expect([await names(5), await names(15), await names(25)]).toEqual([
      ['pc-1'],
      ['pc-1', 'srv-2'],
      ['renamed', 'srv-2'],
    ])
    expect(await addresses(19)).toEqual(['10.0.0.1', '10.0.0.2'])
    expect(await addresses(20)).toEqual(['10.0.0.7', '10.0.0.2'])
    expect(await list(15)).toMatchObject({ total: 2, items: [{ id, lastSeen: at(0) }, { lastSeen: at(10) }] })
    expect(await names(15, '&q=RENAMED')).toEqual([])
    expect(await names(25, '&q=renamed')).toEqual(['renamed'])
    expect(await names(15, '&q=001b21')).toEqual(['pc-1'])
    expect(await names(15, '&type=printer')).toEqual([])
    expect(await names(15, '&sort=-name&limit=1')).toEqual(['srv-2'])
    expect(await names(15, '&sort=ipAddress&offset=1')).toEqual(['srv-2'])
  })

  it('places late observations at their time', async () => {
    const { goTo, submit, addresses, names, device, list } = await setUp()
    goTo(10)
    const id = await submit(agent(10, pc()))
    goTo(40)
    await submit(agent(30, pc({ ipAddresses: ['10.0.0.3'] })))
    await submit(agent(40, pc({ ipAddresses: ['10.0.0.4'] })))
    await submit(agent(20, pc({ ipAddresses: ['10.0.0.2'], hostname: 'other-name' })))
    await submit(agent(0, pc({ ipAddresses: ['10.0.0.9'] })))
    const found = []
    for (const minutes of [0, 9, 10, 19, 20, 29, 30, 39, 40]) found.push((await addresses(minutes))[0])
    const [first, second, third, fourth, fifth] = [9, 1, 2, 3, 4].map((last) => `10.0.0.${last}`)
    expect(found).toEqual([first, first, second, second, third, third, fourth, fourth, fifth])
    expect([await names(19), await names(25), await names(30)]).toEqual([['pc-1'], ['other-name'], ['pc-1']])
    for (const minutes of [5, 15, 25, 35, 45]) {
      const { name, ipAddress, lastSeen } = await device(id, minutes)
      expect((await list(minutes)).items).toMatchObject([{ name, ipAddress, lastSeen }])
    }
  })

  it('combines the values of several origins, each until its next report', async () => {
    const { goTo, submit, list, device } = await setUp()
    goTo(60)
    const id = await submit(snmp(10, '10.0.0.5', { ...pc({ hostname: 'by-snmp' }), agentId: undefined }))
    await submit(ping(12, '10.0.0.5', '00:1b:21:3c:9d:f8'))
    expect(await submit(agent(50, pc({ hostname: 'by-agent', ipAddresses: ['10.0.0.5'] })))).toBe(id)
    await submit(agent(30, pc({ hostname: 'late-agent', ipAddresses: ['10.0.0.5'] })))
    await submit(snmp(40, '10.0.0.6', { ...pc({ hostname: 'late-snmp' }), agentId: undefined }))
    for (const minutes of [10, 29, 30, 39, 40, 49, 50, 60]) {
      const { name, ipAddress, serialNumber } = await device(id, minutes)
      expect((await list(minutes)).items, `at ${minutes}`).toMatchObject([{ name, ipAddress, serialNumber }])
    }
    expect([(await device(id, 35)).name, (await device(id, 45)).name]).toEqual(['late-agent', 'late-agent'])
  })

  it('has the tags of that time, whatever happened to them', async () => {
    const { goTo, submit, list, names, send, device, call } = await setUp()
    const id = await submit(agent(0, pc()))
    const tag = await send('POST', '/api/v1/tags', { name: 'Office' })
    goTo(10)
    await send('POST', `/api/v1/devices/${id}/tags`, { tagName: 'Office' })
    goTo(20)
    await send('PATCH', `/api/v1/tags/${tag?.id}`, { name: 'Lab' })
    goTo(30)
    await send('DELETE', `/api/v1/devices/${id}/tags/${tag?.id}`)
    goTo(40)
    await send('POST', `/api/v1/devices/${id}/tags`, { tagName: 'Lab' })
    goTo(50)
    await send('DELETE', `/api/v1/tags/${tag?.id}`)
    const tagsAt = async (minutes: number) => {
      const [item] = (await list(minutes)).items
      const { tags } = await device(id, minutes)
      expect(tags).toEqual(item?.tags)
      return tags.map(({ name }) => name)
    }
    const found = []
    for (const minutes of [5, 10, 25, 35, 45, 55]) found.push(await tagsAt(minutes))
    expect(found).toEqual([[], ['Office'], ['Lab'], [], ['Lab'], []])
    expect(await names(15, '&tag=office')).toEqual(['pc-1'])
    expect(await names(15, '&tag=lab')).toEqual([])
    expect(await names(45, `&tag=${tag?.id}`)).toEqual(['pc-1'])
    expect(await names(55, `&tag=${tag?.id}`)).toEqual([])
    expect((await (await call('GET', `/api/v1/devices/${id}`)).json()) as Device).toMatchObject({ tags: [] })
  })

  it('has the editable values of that time', async () => {
    const { goTo, submit, list, names, send, device } = await setUp()
    const id = await submit(agent(0, pc()))
    const schedule = await send('POST', '/api/v1/schedules', {
      name: 'Nightly',
      kind: 'audit',
      cron: '0 3 * * *',
      timeZone: 'UTC',
    })
    goTo(10)
    await send('PATCH', `/api/v1/devices/${id}`, { assetTag: 'INV-1', auditScheduleId: schedule?.id })
    goTo(20)
    await send('PATCH', `/api/v1/devices/${id}`, { assetTag: null, auditScheduleId: null })
    const tagAt = async (minutes: number) => (await list(minutes)).items.map(({ assetTag }) => assetTag)
    expect([await tagAt(5), await tagAt(15), await tagAt(25)]).toEqual([[null], ['INV-1'], [null]])
    expect(await names(15, '&q=inv-1')).toEqual(['pc-1'])
    expect(await device(id, 15)).toMatchObject({ auditSchedule: 'Nightly', auditScheduleId: schedule?.id })
    expect(await device(id, 25)).toMatchObject({ auditSchedule: null, auditScheduleId: null })
    await send('DELETE', `/api/v1/schedules/${schedule?.id}`)
    expect(await device(id, 15)).toMatchObject({ auditSchedule: 'Nightly', auditScheduleId: null })
  })

  it('contains devices deleted or archived since', async () => {
    const { goTo, submit, names, send, device, call } = await setUp()
    const gone = await submit(agent(0, pc()))
    const kept = await submit(agent(0, other))
    goTo(10)
    await send('DELETE', `/api/v1/devices/${gone}`)
    await send('POST', `/api/v1/devices/${kept}/archive`)
    goTo(20)
    await send('POST', `/api/v1/devices/${kept}/restore`)
    goTo(30)
    await submit(agent(30, pc()))
    expect([await names(5), await names(10), await names(20), await names(30)]).toEqual([
      ['pc-1', 'srv-2'],
      [],
      ['srv-2'],
      ['pc-1', 'srv-2'],
    ])
    expect(await device(gone, 5)).toMatchObject({ id: gone, name: 'pc-1', lastSeen: at(0), auditSource: 'Agent' })
    expect((await device(gone, 5)).data).not.toBeNull()
    expect((await call('GET', `/api/v1/devices/${gone}?asOf=${at(10)}`)).status).toBe(404)
    expect((await device(kept, 15)).archivedAt).toBe(at(10))
    expect((await device(kept, 5)).archivedAt).toBeNull()
  })

  it('shows merged records as one device, and unmerged ones as two', async () => {
    const { goTo, submit, names, send, list } = await setUp()
    const first = await submit(agent(0, pc()))
    goTo(10)
    const second = await submit(agent(10, { ...other, hostname: 'zz-same' }))
    goTo(20)
    const merge = (await send('POST', `/api/v1/devices/${second}/merge`, { otherId: first })) as unknown as {
      mergeId: string
    }
    goTo(30)
    expect((await list(5)).items).toMatchObject([{ id: second, name: 'pc-1' }])
    expect((await list(15)).items).toMatchObject([{ id: second }])
    await send('POST', `/api/v1/devices/${second}/unmerge`, { mergeId: merge.mergeId })
    expect((await list(15)).items.map(({ id }) => id).sort()).toEqual([first, second].sort())
    expect(await names(5)).toEqual(['pc-1'])
  })

  it('follows the remaining snapshots', async () => {
    const { goTo, submit, addresses, send, ctx } = await setUp()
    const id = await submit(agent(0, pc()))
    goTo(10)
    await submit(agent(10, pc({ ipAddresses: ['10.0.0.8'] })))
    goTo(20)
    await submit(agent(20, pc({ ipAddresses: ['10.0.0.9'] })))
    const snapshots = (await send('GET', `/api/v1/devices/${id}/snapshots`)) as unknown as List<{ id: string }>
    await send('DELETE', `/api/v1/snapshots/${snapshots.items[1]?.id}`)
    await rewriteVersions(ctx)
    expect([await addresses(15), await addresses(25)]).toEqual([['10.0.0.1'], ['10.0.0.9']])
  })

  it('is exported, and filtered only by values of that time', async () => {
    const { goTo, submit, call } = await setUp()
    await submit(agent(0, pc()))
    goTo(10)
    await submit(agent(10, pc({ hostname: 'renamed' })))
    const csv = await (await call('GET', `/api/v1/devices?asOf=${at(5)}&format=csv`)).text()
    expect(csv).toContain('pc-1')
    expect(csv).not.toContain('renamed')
    const faults = async (query: string) => {
      const answer = await call('GET', `/api/v1/devices?asOf=${at(5)}${query}`)
      return [answer.status, ((await answer.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path)]
    }
    expect(await faults('&sort=-lastSeen&archived=true')).toEqual([400, ['archived', 'sort']])
    expect(await faults(`&changedSince=${at(0)}&lastSeenBefore=${at(0)}&stale=true`)).toEqual([
      400,
      ['changedSince', 'lastSeenBefore', 'stale'],
    ])
  })
})
