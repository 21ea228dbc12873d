import type { Device } from '@rollcall/shared/api/device.ts'
import type { Context } from '../context.ts'
import { readSnapshotData } from '../snapshots/data.ts'
import { requireDevice } from './require-device.ts'
import { tagsOfDevices } from './tags-of-devices.ts'

/** A device with the data of its current snapshot. */
export async function getDevice(ctx: Context, id: string): Promise<Device> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, id)
    const tags = await tagsOfDevices(db, [device.id])
    return {
      id: device.id,
      name: device.name,
      dnsName: device.dnsName,
      macAddress: device.macAddress,
      ipAddress: device.ipAddress,
      serialNumber: device.serialNumber,
      assetTag: device.assetTag,
      type: device.type,
      manufacturer: device.manufacturer,
      model: device.model,
      lastSeen: device.lastSeen,
      tags: tags.get(device.id) ?? [],
      auditId: device.auditId,
      auditDate: device.auditDate,
      auditSource: device.auditSource,
      // No schedules yet: nothing can be assigned to a device.
      auditSchedule: null,
      customFields: device.customFields,
      data: device.auditId === null ? null : await readSnapshotData(db, device.auditId),
    }
  })
}
