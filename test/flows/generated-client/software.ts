import { deepEqual, equal, ok } from 'node:assert/strict'
import { type Client, until } from './connect.ts'

/** The catalog that the machine's own snapshot has filled, and the older family's view of the devices. */
export async function walkSoftware(api: Client, siteId: string): Promise<void> {
  const { data: snapshot } = await api.snapshots.createSnapshot({
    source: 'Import',
    auditDate: new Date().toISOString(),
    device: { name: 'pc-17', type: 'computer', serialNumber: '8XK2PL3' },
    data: { software: [{ name: 'telnetd', version: '0.17' }] },
  })
  const { data: catalog } = await api.software.listSoftware({ q: 'TELNET' })
  const [product] = catalog.items
  ok(product)
  const { data: groups } = await api.software.listSoftware({ groupBy: 'name', q: 'telnetd' })
  deepEqual([groups.total, groups.items[0]?.version], [1, undefined])

  const { data: publishers } = await api.software.listSoftwarePublishers({ limit: 1 })
  equal(publishers.total >= publishers.items.length, true)
  const { data: having } = await api.devices.listDevices({ softwareId: product.id })
  deepEqual(
    having.items.map(({ id }) => id),
    [snapshot.deviceId],
  )

  const { data: forbidden } = await api.software.updateSoftware(product.id, { softwareGroup: 'Forbidden' })
  deepEqual((await api.software.getSoftware(product.id)).data, forbidden)
  const { data: installations } = await api.software.listInstallations(product.id)
  deepEqual([installations.items[0]?.deviceId, installations.items[0]?.installedVersion], [snapshot.deviceId, '0.17'])
  const found = await until(
    'the finding',
    async () => (await api.software.listCompliance({ kind: 'forbidden' })).data.items[0],
  )
  equal(found.deviceId, snapshot.deviceId)
  const { data: ofDevice } = await api.software.listCompliance({ deviceId: snapshot.deviceId })
  deepEqual([ofDevice.total, ofDevice.items[0]?.forbidden[0]?.productId], [1, product.id])
  const { data: summary } = await api.software.getComplianceSummary()
  deepEqual([summary.forbidden, summary.rules], [1, 1])
  const { data: changes } = await api.changes.listChanges({ entity: 'Software', verb: 'Modified', limit: 1 })
  deepEqual((await api.changes.listChanges({ softwareId: product.id, limit: 1 })).data.items, changes.items)
  deepEqual([changes.items[0]?.entityId, changes.items[0]?.to], [product.id, 'Forbidden'])

  const { data: audited } = await api.olderFamily.listAuditedDevices(siteId, {
    filter: [{ column: 'isAgent', operator: 'eq', value: true }],
    sorting: { column: 'name', isDesc: true },
    columns: ['name', 'data.network.ipAddress'],
    offset: 0,
  })
  const [record] = audited.data
  ok(record?.name)
  equal(audited.nextOffset, null)
  const { data: whole } = await api.olderFamily.getFullDeviceData(record.id)
  equal(whole.name, record.name)
  deepEqual((await api.olderFamily.getFullDeviceDataOlder(record.id)).data, whole)
  const { data: codes } = await api.olderFamily.listAuditDataCodes()
  const { data: device } = await api.devices.getDevice(record.id)
  equal(codes.deviceTypes.find(({ id }) => id === whole.deviceTypeId)?.name, device.type)
}
