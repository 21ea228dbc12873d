import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Device } from './client.ts'
import type { Client } from './connect.ts'

/** Devices, what is known of them, and their snapshots; the machine's own agent has sent one. */
export async function walkDevices(api: Client): Promise<void> {
  const { data: list } = await api.devices.listDevices({ sort: '-lastSeen', limit: 1 })
  const [first] = list.items
  ok(first)
  const { data: machine } = await api.devices.getDevice(first.id)
  equal((await api.devices.listDevices({ type: first.type })).data.total, 1)
  const { data: summary } = await api.summary.getSummary({ timeZone: 'Europe/Berlin' })
  deepEqual([summary.devices.types, summary.changes.length], [[{ type: first.type, devices: 1 }], 30])
  equal(
    (
      await api.devices.listDevices({
        lastSeenSince: summary.changes[29]?.from,
        firstSeenSince: summary.changes[0]?.from,
      })
    ).data.total,
    1,
  )
  equal(machine.auditSource, 'Agent')
  ok((machine.data?.software.length ?? 0) > 0)

  const made = await make(api)
  await describe(api, machine, made)
  await label(api, made)
  await snapshots(api, machine, made)
  await merge(api, made)
  await split(api, made)
  await archive(api, made)
  await changeMany(api, made)
  await remove(api, made)
}

async function make(api: Client): Promise<Device> {
  const { data: device, headers } = await api.devices.createDevice({
    name: 'press-1',
    type: 'printer',
    manufacturer: 'HP',
    serialNumber: 'CNBJ1234567',
    ipAddresses: ['192.0.2.70'],
    data: { customFields: { tray: 1 } },
  })
  equal(headers.get('Location'), `/api/v1/devices/${device.id}`)
  const { data: updated } = await api.devices.updateDevice(
    device.id,
    { assetTag: 'INV-0042', customFields: { floor: 3 } },
    { headers: { 'If-Match': headers.get('ETag') ?? '' } },
  )
  deepEqual([updated.assetTag, updated.customFields], ['INV-0042', { floor: 3 }])
  return updated
}

async function describe(api: Client, machine: Device, made: Device): Promise<void> {
  const { data: identifiers } = await api.devices.listDeviceIdentifiers(made.id)
  ok(identifiers.items.some(({ kind, value }) => kind === 'serial' && value === 'CNBJ1234567'))
  const { data: matches } = await api.devices.listDeviceMatches(machine.id)
  equal(matches.items.at(-1)?.decision, 'new')
  const { data: changes } = await api.devices.listDeviceChanges(made.id, { verb: 'Modified' })
  ok(changes.items.some(({ field, to }) => field === 'assetTag' && to === 'INV-0042'))
  const { data: ports } = await api.devices.listDevicePorts(machine.id)
  const { data: neighbors } = await api.devices.listDeviceNeighbors(machine.id)
  const { data: connections } = await api.devices.listDeviceConnections(made.id)
  deepEqual([ports.total, neighbors.total, connections.total], [0, 0, 0])
  const { data: found } = await api.search.search({ q: 'cnbj1234567' })
  deepEqual([found.devices, found.items[0]?.kind, found.items[0]?.device?.id], [1, 'device', made.id])
}

async function label(api: Client, made: Device): Promise<void> {
  const { data: tag } = await api.tags.createTag({ name: 'Lab' })
  deepEqual((await api.devices.attachTag(made.id, { tagId: tag.id })).data.items, [{ id: tag.id, name: 'Lab' }])
  const { data: renamed } = await api.tags.updateTag(tag.id, { name: 'Laboratory', colour: '#1c7ed6' })
  deepEqual((await api.tags.getTag(tag.id)).data, renamed)
  equal((await api.tags.listTags({ q: 'labor' })).data.items[0]?.deviceCount, 1)
  equal((await api.devices.listDevices({ tag: 'Laboratory' })).data.total, 1)
  await api.devices.detachTag(made.id, tag.id)
  equal((await api.devices.listDevices({ tag: 'Laboratory' })).data.total, 0)
  await api.tags.deleteTag(tag.id)
}

async function snapshots(api: Client, machine: Device, made: Device): Promise<void> {
  const device = { name: 'press-1', manufacturer: 'HP', serialNumber: 'CNBJ1234567' }
  const { data: written } = await api.snapshots.createSnapshot({
    source: 'Manual',
    auditDate: new Date().toISOString(),
    device,
    data: { customFields: { tray: 2 } },
  })
  equal(written.deviceId, made.id)
  const { data: imported } = await api.snapshots.importDocument({
    deviceid: 'press-2-2026-11-20-08-15-30',
    itemtype: 'Computer',
    content: { versionclient: 'walk', hardware: { name: 'press-2' }, bios: { ssn: 'WALK-77' } },
  })
  deepEqual([imported.isNew, imported.status], [true, 'stored'])

  const { data: list } = await api.snapshots.listDeviceSnapshots(made.id, { source: 'Manual' })
  deepEqual(
    list.items.map(({ id }) => id),
    [written.id, made.auditId],
  )
  deepEqual((await api.snapshots.getSnapshot(written.id)).data, written)
  const download = await api.snapshots.downloadSnapshot(machine.auditId ?? '')
  match(download.headers.get('Content-Disposition') ?? '', /filename="snapshot-/)
  const report = await api.snapshots.getSnapshotReport(machine.auditId ?? '')
  deepEqual([report.data.deviceId, report.data.depth], [machine.id, 'audit'])
  const raw = await api.snapshots.downloadRawSnapshot(machine.auditId ?? '')
  ok((await raw.arrayBuffer()).byteLength > 0)
  const { data: diff } = await api.snapshots.diffSnapshots(made.auditId ?? '', written.id)
  deepEqual(diff.customFields.changed, [{ path: 'tray', from: '1', to: '2' }])
  await api.snapshots.deleteSnapshot(written.id)
  equal((await api.devices.getDevice(made.id)).data.auditId, made.auditId)
}

async function changeMany(api: Client, made: Device): Promise<void> {
  const action = { kind: 'edit' as const, fields: { customFields: { room: 'B2' } } }
  const matching = { q: made.name }
  const { data: counted } = await api.bulkOperations.countBulkDevices({ action, devices: { matching } })
  deepEqual(counted, { total: 1 })
  const { data: started } = await api.bulkOperations.startBulkOperation({ action, devices: { ids: [made.id] } })
  const ended = await endOf(api, started.id)
  deepEqual([ended.status, ended.done, ended.failed], ['Finished', 1, 0])
  equal((await api.devices.getDevice(made.id)).data.customFields['room'], 'B2')
  equal((await api.bulkOperations.listBulkFailures(started.id)).data.total, 0)
  await rejects(api.bulkOperations.cancelBulkOperation(started.id))
  const { data: undo } = await api.bulkOperations.undoBulkOperation(started.id)
  equal((await endOf(api, undo.id)).undoes, started.id)
  equal((await api.devices.getDevice(made.id)).data.customFields['room'], undefined)
  equal((await api.bulkOperations.listBulkOperations({ open: false })).data.total, 2)
  const { data: holders } = await api.devices.listAddressHistory({ address: '192.0.2.70' })
  equal(holders.items[0]?.deviceId, made.id)
}

async function endOf(api: Client, id: string) {
  for (;;) {
    const { data: operation } = await api.bulkOperations.getBulkOperation(id)
    if (operation.finishedAt !== null) return operation
    await setTimeout(100)
  }
}

async function merge(api: Client, made: Device): Promise<void> {
  const { data: pairs } = await api.devices.listDuplicateDevices({ limit: 10 })
  equal(pairs.total, pairs.items.length)
  const { data: other } = await api.devices.createDevice({ name: 'press-one', serialNumber: 'CNBJ7654321' })
  const { data: shown } = await api.devices.mergeDevices(made.id, { otherId: other.id, dryRun: true })
  equal(shown.mergeId, null)
  const { data: merged } = await api.devices.mergeDevices(made.id, { otherId: other.id })
  ok(merged.mergeId)
  equal((await api.devices.getDevice(other.id)).data.id, made.id)
  equal((await api.devices.listDeviceMerges(made.id)).data.items[0]?.otherId, other.id)
  const { data: both } = await api.devices.unmergeDevice(made.id, { mergeId: merged.mergeId })
  deepEqual([both.device.id, both.other.id], [made.id, other.id])
  const { data: apart } = await api.devices.listDevicesKeptApart(made.id)
  deepEqual(
    apart.items.map(({ id, name }) => [id, name]),
    [[other.id, 'press-one']],
  )
  await api.devices.bringDevicesTogether(made.id, other.id)
  await api.devices.keepDevicesApart(made.id, { otherId: other.id })
}

async function split(api: Client, made: Device): Promise<void> {
  const { data: wrong } = await api.snapshots.createSnapshot({
    source: 'Manual',
    auditDate: new Date().toISOString(),
    device: { name: 'press-9', manufacturer: 'HP', serialNumber: 'CNBJ1234567' },
    data: {},
  })
  equal(wrong.deviceId, made.id)
  const { data: seen } = await api.devices.listDeviceSightings(made.id)
  equal(seen.total, 2)
  const { data: shown } = await api.devices.splitDevice(made.id, { snapshotIds: [wrong.id], dryRun: true })
  const { data: parted } = await api.devices.splitDevice(made.id, { snapshotIds: [wrong.id] })
  deepEqual([shown.other.name, parted.other.name, parted.device.id], ['press-9', 'press-9', made.id])
  await api.devices.deleteDevice(parted.other.id)
  const { data: reviews } = await api.identity.listReviews({ kind: 'device' })
  equal((await api.identity.summariseReviews()).data.devices, reviews.total)
  await api.identity.closeReview(made.id)
}

async function archive(api: Client, made: Device): Promise<void> {
  const before = new Date().toISOString()
  const { data: archived } = await api.devices.archiveDevice(made.id)
  ok(archived.archivedAt)
  equal((await api.devices.listDevices({ archived: true, q: made.name })).data.items[0]?.id, made.id)
  equal((await api.devices.listDevices({ q: made.name })).data.total, 0)
  equal((await api.devices.listDevices({ asOf: before, q: made.name })).data.items[0]?.id, made.id)
  const { data: restored } = await api.devices.restoreDevice(made.id)
  deepEqual([restored.archivedAt, restored.stale], [null, false])
  equal((await api.devices.listDevices({ stale: true })).data.total, 0)
}

async function remove(api: Client, made: Device): Promise<void> {
  const { data: ignored } = await api.devices.ignoreDevice(made.id)
  const [entry] = ignored.items
  ok(entry)
  deepEqual((await api.ignoreList.getIgnoreEntry(entry.id)).data, entry)
  await api.ignoreList.deleteIgnoreEntry(entry.id)
  const { data: pattern } = await api.ignoreList.createIgnoreEntry({
    kind: 'name',
    pattern: 'guest-*',
    reason: 'Phones',
  })
  const { data: list } = await api.ignoreList.listIgnoreEntries({ kind: 'name' })
  deepEqual(
    list.items.map(({ id }) => id),
    [pattern.id],
  )
  const { data: junk } = await api.identity.createIdentityJunk({
    kind: 'serial',
    value: 'dell/112233',
    reason: 'Docks',
  })
  deepEqual((await api.identity.listIdentityJunk({ kind: 'serial' })).data.items, [junk])
  deepEqual((await api.identity.getIdentityJunk(junk.id)).data, junk)
  await api.identity.deleteIdentityJunk(junk.id)
  const { data: found } = await api.devices.listDevices({ q: 'press-2' })
  const [second] = found.items
  ok(second)
  await api.devices.deleteDevice(second.id)
  equal((await api.devices.listDevices({ q: 'press-2' })).data.total, 0)
}
