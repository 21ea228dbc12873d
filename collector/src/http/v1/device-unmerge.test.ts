import type { Change } from '@rollcall/shared/api/change.ts'
import type { DeviceMerge } from '@rollcall/shared/api/device-merge.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { rewriteVersions } from '../../devices/versions/rewrite-versions.ts'
import { agent, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { dumpOf } from '../../store/testing/dump.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { furnished, mergeApp, pc, twin } from '../testing/merge.ts'

/** Returns all data of the devices, except for actors, decisions and the change log. */
async function inventoryOf({ ctx }: Awaited<ReturnType<typeof mergeApp>>): Promise<Inventory> {
  // The versions for lists are written soon afterwards.
  await rewriteVersions(ctx)
  const dump = await dumpOf(ctx.store)
  const told = ['changes', 'change_blocks', 'events', 'event_batches', 'outbox', 'device_merges', 'devices_kept_apart']
  const rest = Object.entries(dump).filter(([name]) => ![...told, 'device_duplicates'].includes(name))
  const hidden = new Set(['modifiedAt', 'modifiedBy', 'changedAt', 'decided'])
  const rows = rest.map(([name, rows]) => [
    name,
    rows.map((row) => JSON.parse(row, (key, value) => (hidden.has(key) ? undefined : value)) as unknown),
  ])
  return withoutNumbers(Object.fromEntries(rows) as Inventory)
}

type Inventory = Record<string, unknown[]>
type Numbered = { device: number; deviceId: string; field?: number; item?: number }

/** Names devices by their ids in their facts: a device gets another number when it returns. */
function withoutNumbers({ fact_devices: devices = [], facts = [], ...rest }: Inventory): Inventory {
  const ids = new Map((devices as Numbered[]).map(({ device, deviceId }) => [device, deviceId]))
  const keyOf = ({ device, field, item }: Numbered) => `${ids.get(device)} ${field} ${item}`
  const named = (rows: unknown[]) =>
    (rows as Numbered[])
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      .map((row) => ({ ...row, device: ids.get(row.device) }))
  return { ...rest, fact_devices: named(devices), facts: named(facts) }
}

describeOnEitherEngine('an unmerge', ({ open }) => {
  it('restores every row, whichever of the two survived', proves('devices.unmerge'), async () => {
    const test = await furnished(await open())
    const { merge, unmerge, get, path, survivorId, otherId } = test
    const before = await inventoryOf(test)
    const shown = [await get(path(survivorId)), await get(path(otherId))]
    for (const [id, other] of [
      [survivorId, otherId],
      [otherId, survivorId],
    ] as const) {
      const { mergeId } = await merge(id, other)
      expect(await inventoryOf(test)).not.toEqual(before)
      const undone = await unmerge(id, mergeId)
      expect(await inventoryOf(test)).toEqual(before)
      expect(
        [undone.device, undone.other].sort((a, b) => (a.id === survivorId ? -1 : b.id === survivorId ? 1 : 0)),
      ).toEqual(shown)
    }
    const { items: lines } = await get<{ items: Change[] }>(`${path(otherId)}/changes?entity=Device`)
    expect(lines.map(({ entityId }) => entityId)).toContain(otherId)
  })

  it('separates later snapshots by their evidence', proves('devices.unmerge'), async () => {
    const { merge, unmerge, submit, edit, tag, get, path, survivorId, otherId } = await furnished(await open())
    const { mergeId } = await merge(survivorId, otherId)
    const ours = await submit(agent(10, { ...pc, hostname: 'ada', ipAddresses: ['10.0.0.5'] }))
    const theirs = await submit(snmp(11, '10.0.0.6', { ...twin, hostname: 'bob' }))
    // Identifies the other device only by the name that it took since.
    const renamed = await submit(snmp(12, '10.0.0.6', { hostname: 'bob' }))
    expect([ours, theirs, renamed].map(({ deviceId }) => deviceId)).toEqual(Array(3).fill(survivorId))
    await edit(survivorId, { assetTag: 'INV-8', customFields: { room: null, desk: 4 } })
    await tag(survivorId, 'New')
    const { device, other } = await unmerge(survivorId, mergeId)
    expect(device).toMatchObject({
      name: 'ada',
      serialNumber: null,
      assetTag: 'INV-8',
      customFields: { owner: 'Ada', floor: 3, desk: 4 },
      tags: [{ name: 'New' }, { name: 'Office' }],
      auditId: ours.snapshotId,
    })
    expect(other).toMatchObject({
      name: 'bob',
      ipAddress: '10.0.0.6',
      serialNumber: 'ABC1234',
      assetTag: 'INV-7',
      customFields: { owner: 'Bob', room: 'B12' },
      tags: [{ name: 'Audited' }, { name: 'Office' }],
      auditId: renamed.snapshotId,
    })
    expect(await get(`${path(otherId)}/snapshots`)).toMatchObject({ total: 3 })
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 3 })
    expect(await submit(snmp(20, '10.0.0.6', { ...twin, hostname: 'bob' }))).toMatchObject({ deviceId: otherId })
    expect(await submit(agent(21, { ...pc, hostname: 'ada' }))).toMatchObject({ deviceId: survivorId })
  })

  it(
    'separates a guest from the host whose hardware it reports, although it came later',
    proves('devices.unmerge'),
    async () => {
      const { merge, unmerge, submit, survivorId } = await mergeApp(await open())
      const machineId = '77aa77aa77aa77aa77aa77aa77aa77ab'
      const guest = (hostname: string): Seen => ({
        ...{ hostname, machineId, biosUuid: pc.biosUuid, ipAddresses: ['10.0.0.40'] },
        hardware: { system: { virtualization: 'lxc' } },
      })
      const { deviceId: guestId } = await submit(agent(3, { ...guest('g1'), macAddresses: ['bc:24:11:00:00:01'] }))
      const { mergeId } = await merge(survivorId, guestId)
      expect(await submit(agent(10, guest('g2')))).toMatchObject({ deviceId: survivorId })
      expect(await unmerge(survivorId, mergeId)).toMatchObject({ device: { name: 'pc1' }, other: { name: 'g2' } })
      expect(await submit(agent(20, guest('g2')))).toMatchObject({ deviceId: guestId })
    },
  )

  it('gives each its own sightings', proves('devices.unmerge'), async () => {
    const test = await mergeApp(await open())
    const { merge, unmerge, submit, survivorId, otherId } = test
    expect(await submit(ping(5, '10.0.0.2'))).toMatchObject({ deviceId: otherId })
    await submit(snmp(6, '10.0.0.2', { hostname: 'pc1', macAddresses: pc.macAddresses }))
    expect(await submit(ping(7, '10.0.0.2'))).toMatchObject({ deviceId: survivorId })
    const before = await inventoryOf(test)
    const { mergeId } = await merge(survivorId, otherId)
    await unmerge(survivorId, mergeId)
    expect(await inventoryOf(test)).toEqual(before)
  })

  it('undoes the last of several merges first, and each once', proves('devices.unmerge'), async () => {
    const test = await mergeApp(await open())
    const { merge, unmerge, submit, post, answer, get, path, survivorId, otherId } = test
    const { deviceId: thirdId } = await submit(
      snmp(3, '10.0.0.3', { hostname: 'srv', macAddresses: ['00:1b:21:00:00:03'] }),
    )
    const before = await inventoryOf(test)
    const { mergeId: first } = await merge(survivorId, otherId)
    const { mergeId: second } = await merge(thirdId, survivorId)
    const moved = await test.call('GET', path(otherId))
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, path(thirdId)])
    const { items } = await get<{ items: DeviceMerge[] }>(`${path(thirdId)}/merges`)
    expect(items.map(({ id, otherName }) => [id, otherName])).toEqual([
      [second, 'pc1'],
      [first, 'pc1-new'],
    ])
    const refusal = await answer<Problem>(post(`${path(thirdId)}/unmerge`, { mergeId: first }), 409)
    expect(refusal).toMatchObject({ code: 'merge_not_last', detail: expect.stringContaining(second) })
    await unmerge(thirdId, second)
    await answer(post(`${path(thirdId)}/unmerge`, { mergeId: first }), 404)
    const twice = await answer<Problem>(post(`${path(thirdId)}/unmerge`, { mergeId: second }), 409)
    expect(twice.code).toBe('merge_undone')
    await unmerge(survivorId, first)
    expect(await inventoryOf(test)).toEqual(before)
    expect(await get(`${path(survivorId)}/merges`)).toMatchObject({
      items: [{ id: first, otherId, mergedBy: 'Test app', undoneBy: 'Test app', undoneAt: expect.any(String) }],
      total: 1,
    })
    expect(await get(`${path(thirdId)}/merges?offset=1`)).toEqual({ items: [], total: 1 })
  })

  it('loses no snapshot that arrives at the same time', async () => {
    const { merge, unmerge, submit, get, path, survivorId, otherId } = await mergeApp(await open())
    const burst = (from: number) =>
      Array.from({ length: 8 }, (_, index) => [
        submit(agent(from + index, pc)),
        submit(snmp(from + index, '10.0.0.2', twin)),
      ]).flat()
    const [{ mergeId }, ...stored] = await Promise.all([merge(survivorId, otherId), ...burst(10)])
    expect(new Set(stored.map(({ isNew }) => isNew))).toEqual(new Set([false]))
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 18 })
    expect(await get('/api/v1/devices')).toMatchObject({ total: 1 })
    await Promise.all([unmerge(survivorId, mergeId), ...burst(30)])
    expect(await get(`${path(survivorId)}/snapshots`)).toMatchObject({ total: 17 })
    expect(await get(`${path(otherId)}/snapshots`)).toMatchObject({ total: 17 })
    expect(await get('/api/v1/devices')).toMatchObject({ total: 2 })
  })

  it('marks the two as different, so that shared values no longer match them', proves('devices.unmerge'), async () => {
    const { merge, unmerge, submit } = await mergeApp(await open())
    // Two machines with the same serial number from their manufacturer.
    const serial = { serialNumber: 'XYZ9876', manufacturer: 'Dell Inc.' }
    const own = (n: number): Seen => ({ hostname: `srv${n}`, macAddresses: [`00:1b:21:00:01:0${n}`] })
    const known = { ...own(2), machineId: '7c9e6679f4f2440ba1b2c3d4e5f60718' }
    const { deviceId: first } = await submit(snmp(10, '10.0.3.1', { ...own(1), ...serial }))
    const { deviceId: second } = await submit(snmp(10, '10.0.3.2', known))
    expect(await submit(snmp(11, '10.0.3.2', { ...known, ...serial }))).toMatchObject({ deviceId: second })
    expect(await submit(snmp(12, '10.0.3.3', { ...own(3), ...serial }))).toMatchObject({ isNew: false })
    const { mergeId } = await merge(first, second)
    await unmerge(first, mergeId)
    expect(await submit(snmp(13, '10.0.3.4', { ...own(4), ...serial }))).toMatchObject({ isNew: true })
    expect(await submit(snmp(14, '10.0.3.1', { ...own(1), ...serial }))).toMatchObject({ deviceId: first })
    expect(await submit(snmp(14, '10.0.3.2', { ...known, ...serial }))).toMatchObject({ deviceId: second })
  })
})
