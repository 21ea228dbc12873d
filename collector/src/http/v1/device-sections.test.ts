import type { Device } from '@rollcall/shared/api/device.ts'
import type { Snapshot, SnapshotDiff } from '@rollcall/shared/api/snapshot.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, type Seen, seen, snmp } from '../../ingest/testing/observations.ts'
import { pruneSnapshots } from '../../snapshots/retention/prune.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const day = 24 * 60
const bash = { name: 'bash', version: '5.2' }
const vim = { name: 'vim', version: '9.1' }
const pc: Seen = { hostname: 'pc1', serialNumber: '8XK2PL3', manufacturer: 'Dell Inc.' }

const byAgent = (minutes: number, rest: Seen = {}) => agent(minutes, { ...pc, ...rest })
const byScan = (minutes: number, rest: Seen = {}) => snmp(minutes, '10.0.0.1', { ...pc, ...rest })
const byImport = (minutes: number, rest: Seen = {}) => seen(minutes, { source: 'Import', ...pc, ...rest })

/** Orders of delivery of four snapshots. `newest-states.test.ts` has all of them. */
const orders = [
  [0, 1, 2, 3],
  [3, 2, 1, 0],
  [2, 0, 3, 1],
  [1, 2, 0, 3],
]

describeOnEitherEngine('a section that a snapshot does not have', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { call, ctx, advance } = test
    advance(60 * day * 60)
    const ingest = createIngest(ctx)
    const submit = (observation: Observation) =>
      ingest.submit({ siteId: ctx.siteId, observation, actor: 'test', raw: Buffer.from('raw') })
    const get = async <T>(path: string) => {
      const answer = await call('GET', `/api/v1/${path}`)
      expect(answer.status).toBe(200)
      return (await answer.json()) as T
    }
    /** Everything that shows the software of a device. */
    const softwareOf = async (id: string, asOf?: string) => {
      const device = await get<Device>(`devices/${id}${asOf === undefined ? '' : `?asOf=${asOf}`}`)
      return { list: device.data?.software.map(({ name }) => name), ...device.sections.software }
    }
    const installed = async () =>
      (await get<{ items: { name: string; installations: number }[] }>('software')).items.flatMap(
        ({ name, installations }) => (installations > 0 ? [name] : []),
      )
    return { ...test, submit, get, softwareOf, installed }
  }

  it('keeps the list of the agent after an audit over the network, today and as of then', async () => {
    const { submit, get, softwareOf, installed } = await setUp()
    const { deviceId, snapshotId } = await submit(byAgent(0, { software: [bash, vim] }))
    await submit(byScan(12 * day))
    const shown = { list: ['bash', 'vim'], readAt: at(0), source: 'Agent', snapshotId, earlier: [] }
    expect(await softwareOf(deviceId)).toEqual(shown)
    expect(await softwareOf(deviceId, at(13 * day))).toEqual(shown)
    expect(await get(`devices/${deviceId}`)).toMatchObject({ auditSource: 'Service', auditDate: at(12 * day) })
    expect(await installed()).toEqual(['bash', 'vim'])
  })

  it('comes from the current snapshot if this has one, whatever its source', async () => {
    const { submit, softwareOf, installed } = await setUp()
    const { deviceId } = await submit(byAgent(0, { software: [bash] }))
    const { snapshotId } = await submit(byScan(60, { software: [vim] }))
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['vim'], source: 'Service', snapshotId })
    // The agent's list counts while the agent reports.
    expect(await installed()).toEqual(['bash'])
    await submit(byScan(120))
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['bash'], readAt: at(0), source: 'Agent' })
  })

  it('is null and empty as long as nothing has read it', async () => {
    const { submit, softwareOf, get } = await setUp()
    const { deviceId } = await submit(byScan(0))
    expect(await softwareOf(deviceId)).toEqual({ list: [] })
    expect((await get<Device>(`devices/${deviceId}`)).sections).toMatchObject({ hardware: null, software: null })
    await submit(byAgent(60, { software: [bash] }))
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['bash'], readAt: at(60), source: 'Agent' })
    expect(await softwareOf(deviceId, at(30))).toEqual({ list: [] })
  })

  it('is not an empty section, which means none', async () => {
    const { submit, softwareOf, installed } = await setUp()
    const { deviceId } = await submit(byAgent(0, { software: [bash] }))
    await submit(byAgent(60, { software: [] }))
    await submit(byAgent(120))
    expect(await softwareOf(deviceId)).toMatchObject({ list: [], readAt: at(60), source: 'Agent' })
    expect(await installed()).toEqual([])
  })

  it('is not one that a list of devices has, whose serial number, model and address only identify the device', async () => {
    const { submit, call, get } = await setUp()
    const hardware = { system: { manufacturer: 'Dell Inc.', model: 'T14' }, memory: { totalBytes: 16 * 1024 ** 3 } }
    const { deviceId } = await submit(byAgent(0, { hardware, network: { hostname: 'pc1', dnsServers: ['10.0.0.9'] } }))
    const before = await get<Device>(`devices/${deviceId}`)
    const listed = { name: 'pc1', manufacturer: 'Dell Inc.', serialNumber: '8XK2PL3', ipAddresses: ['10.0.0.7'] }
    const json = { source: 'Import', auditDate: at(60), device: { ...listed, model: 'Latitude' } }
    expect((await call('POST', '/api/v1/snapshots', { json })).status).toBe(201)
    const after = await get<Device>(`devices/${deviceId}`)
    expect(after).toMatchObject({
      auditSource: 'Import',
      model: 'Latitude',
      data: before.data,
      sections: before.sections,
    })
  })

  it('is null for a device that only a list contains, which has the fields of the list', async () => {
    const { call, get } = await setUp()
    const device = { name: 'pc9', model: 'Latitude', serialNumber: '7TR5MN2', macAddresses: ['a4:bb:6d:11:22:33'] }
    const answer = await call('POST', '/api/v1/snapshots', { json: { source: 'Import', auditDate: at(60), device } })
    const { deviceId } = (await answer.json()) as { deviceId: string }
    expect(await get<Device>(`devices/${deviceId}`)).toMatchObject({
      ...{ model: 'Latitude', serialNumber: '7TR5MN2', macAddress: 'a4:bb:6d:11:22:33' },
      sections: { hardware: null, network: null },
    })
  })

  it('is named by its snapshot, so that the import of a download means the same', async () => {
    const { submit, call, get, softwareOf } = await setUp()
    await submit(byAgent(0, { software: [bash] }))
    const hardware = { system: { manufacturer: 'Dell Inc.', serialNumber: '8XK2PL3' } }
    const importOf = async (minutes: number, sections: Seen) => {
      const { snapshotId, deviceId } = await submit(byAgent(minutes, { hardware, ...sections }))
      const snapshot = await get<Snapshot>(`snapshots/${snapshotId}`)
      const json = { ...snapshot, auditDate: at(minutes + 1) }
      expect((await call('POST', '/api/v1/imports', { json })).status).toBe(201)
      return { notRead: snapshot.notRead, ...(await softwareOf(deviceId)) }
    }
    expect(await importOf(60, {})).toMatchObject({ notRead: ['software', 'customFields'], list: ['bash'] })
    expect(await importOf(120, { software: [], customFields: {} })).toMatchObject({
      ...{ notRead: [], list: [], source: 'Import', readAt: at(121) },
    })
  })

  it('comes from the newest snapshot of its source in any order of delivery', async () => {
    const { submit, get, softwareOf, installed } = await setUp()
    for (const order of orders) {
      const serialNumber = `8XK2P${order.join('')}`
      const seenBy = [
        byAgent(0, { serialNumber, software: [bash], customFields: { owner: 'Ada' } }),
        byAgent(60, { serialNumber, software: [vim], hardware: { system: { model: 'T14' } } }),
        byAgent(120, { serialNumber }),
        byImport(90, { serialNumber, network: { hostname: 'pc1', dnsServers: ['10.0.0.9'] } }),
      ]
      const ids = new Map<number, string | null>()
      let id = ''
      for (const index of order) {
        const { deviceId, snapshotId } = await submit(seenBy[index] as Observation)
        id = deviceId
        ids.set(index, snapshotId)
      }
      const [first, second, last, imported] = seenBy.map((_, index) => ids.get(index))
      const device = await get<Device>(`devices/${id}`)
      expect(device).toMatchObject({
        model: 'T14',
        auditId: last,
        data: { software: [vim], customFields: { owner: 'Ada' }, hardware: { system: { model: 'T14' } } },
        sections: {
          hardware: { snapshotId: second, readAt: at(60), source: 'Agent' },
          software: { snapshotId: second, readAt: at(60), source: 'Agent' },
          network: { snapshotId: last, readAt: at(120), source: 'Agent' },
          customFields: { snapshotId: first, readAt: at(0), source: 'Agent' },
        },
      })
      expect(await installed()).toEqual(['vim'])
      expect(await get(`devices/${id}?asOf=${at(200)}`)).toMatchObject({
        data: device.data,
        sections: device.sections,
      })
      expect(await softwareOf(id, at(30))).toMatchObject({ list: ['bash'], readAt: at(0) })
      expect((await get<Device>(`devices/${id}?asOf=${at(100)}`)).sections).toMatchObject({
        network: { snapshotId: imported, source: 'Import' },
      })
    }
  })

  it('comes from the snapshot before after the deletion of the last one that had it', async () => {
    const { submit, call, softwareOf, installed } = await setUp()
    const first = await submit(byAgent(0, { software: [bash] }))
    const { snapshotId, deviceId } = await submit(byAgent(60, { software: [vim] }))
    await submit(byAgent(120))
    expect((await call('DELETE', `/api/v1/snapshots/${snapshotId}`)).status).toBe(204)
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['bash'], readAt: at(0) })
    expect(await installed()).toEqual(['bash'])
    expect((await call('DELETE', `/api/v1/snapshots/${first.snapshotId}`)).status).toBe(204)
    expect(await softwareOf(deviceId)).toEqual({ list: [] })
    expect(await installed()).toEqual([])
  })

  it('survives the retention of its snapshot', async () => {
    const { submit, ctx, get, softwareOf } = await setUp()
    const { deviceId } = await submit(byAgent(0, { software: [bash] }))
    for (let hour = 1; hour < 6; hour += 1) await submit(byAgent(60 * hour))
    const rules = new Map([[ctx.siteId, { perDevice: 2, notBefore: undefined, copiedFirst: false }]])
    const time = { before: () => at(60 * day) }
    await pruneSnapshots(ctx, time as never, rules, '')
    expect((await get<{ total: number }>(`devices/${deviceId}/snapshots`)).total).toBe(3)
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['bash'], readAt: at(0) })
  })

  it('is not compared with another snapshot, and logs no change', async () => {
    const { submit, get } = await setUp()
    const { deviceId, snapshotId: first } = await submit(byAgent(0, { software: [bash] }))
    const { snapshotId: second } = await submit(byAgent(60))
    const { snapshotId: third } = await submit(byAgent(120, { software: [vim] }))
    const none = { compared: false, added: [], removed: [], changed: [] }
    expect((await get<SnapshotDiff>(`snapshots/${first}/diff/${second}`)).software).toEqual(none)
    expect((await get<SnapshotDiff>(`snapshots/${second}/diff/${third}`)).software).toEqual(none)
    const { items } = await get<{ items: { verb: string; field: string | null }[] }>(`devices/${deviceId}/changes`)
    expect(items.map(({ verb, field }) => `${verb} ${field}`).sort()).toEqual([
      'Added null',
      'Added vim',
      'Deleted bash',
    ])
  })

  it('comes from the other record after a merge, as its preview shows, and goes with it again', async () => {
    const { submit, call, softwareOf, installed } = await setUp()
    const { deviceId: id } = await submit(byScan(60))
    const other = byAgent(0, { software: [bash], hostname: 'pc2', serialNumber: '9YL3QM4' })
    const { deviceId: otherId, snapshotId } = await submit(other)
    const merge = async (dryRun: boolean) => {
      const answer = await call('POST', `/api/v1/devices/${id}/merge`, { json: { otherId, dryRun } })
      return (await answer.json()) as { mergeId: string; device: Device }
    }
    const preview = await merge(true)
    expect(preview.device.sections.software).toMatchObject({ readAt: at(0), source: 'Agent', snapshotId })
    expect(preview.device.data?.software).toMatchObject([bash])
    const { mergeId, device } = await merge(false)
    expect(device).toMatchObject({ data: preview.device.data, sections: preview.device.sections })
    expect(await softwareOf(id)).toMatchObject({ list: ['bash'], readAt: at(0) })
    expect(await installed()).toEqual(['bash'])
    expect((await call('POST', `/api/v1/devices/${id}/unmerge`, { json: { mergeId } })).status).toBe(200)
    expect(await softwareOf(id)).toEqual({ list: [] })
    expect(await softwareOf(otherId)).toMatchObject({ list: ['bash'], readAt: at(0) })
  })

  it('comes from the own snapshots of each device after a split', async () => {
    const { submit, call, softwareOf } = await setUp()
    const { deviceId, snapshotId: first } = await submit(byAgent(0, { software: [bash] }))
    await submit(byAgent(60, { software: [vim] }))
    const { snapshotId: third } = await submit(byAgent(120))
    const json = { snapshotIds: [first, third] }
    const answer = await call('POST', `/api/v1/devices/${deviceId}/split`, { json })
    const { other } = (await answer.json()) as { other: Device }
    expect(other.sections.software).toMatchObject({ readAt: at(0) })
    expect(await softwareOf(other.id)).toMatchObject({ list: ['bash'], readAt: at(0) })
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['vim'], readAt: at(60) })
  })

  it('stays while the device is in the archive and after its return', async () => {
    const { submit, call, softwareOf, installed } = await setUp()
    const { deviceId } = await submit(byAgent(0, { software: [bash] }))
    await submit(byAgent(60))
    await call('POST', `/api/v1/devices/${deviceId}/archive`)
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['bash'], readAt: at(0) })
    expect(await installed()).toEqual([])
    await call('POST', `/api/v1/devices/${deviceId}/restore`)
    expect(await softwareOf(deviceId)).toMatchObject({ list: ['bash'], readAt: at(0) })
    expect(await installed()).toEqual(['bash'])
  })
})
