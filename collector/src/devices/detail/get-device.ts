import type { Device } from '@rollcall/shared/api/device.ts'
import { loadStates } from '../../device-records/device-states.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { auditProblemOf } from '../../scanning/audit-problems/read-audit-problem.ts'
import { scheduleName } from '../../scanning/schedules/assign-schedule.ts'
import type { Db } from '../../store/store.ts'
import { isStale, staleBefore } from '../stale/stale-watermark.ts'
import { tagsOfRows } from '../tags/tags-of-devices.ts'
import { readShownData } from './shown-data.ts'

/** A device with the data that its snapshots show. */
export async function getDevice(ctx: Context, id: string): Promise<Device> {
  return ctx.store.read(async (db) => readDevice(db, await requireDevice(db, ctx.siteId, id)))
}

/** Converts a device's record to its API form. */
export async function readDevice(db: Db, device: DeviceRow): Promise<Device> {
  const [record, states] = await Promise.all([readRecord(db, device), loadStates(db, [device.id])])
  return { ...record, ...(await readShownData(db, states.get(device.id) ?? [])) }
}

/** Converts a device's record to its API form, without the data of its snapshots. */
export async function readRecord(db: Db, device: DeviceRow): Promise<Omit<Device, 'data' | 'sections'>> {
  const [tags, watermark, auditSchedule, auditProblem] = await Promise.all([
    tagsOfRows(db, [device]),
    staleBefore(db, device.siteId),
    scheduleName(db, device.auditScheduleId),
    auditProblemOf(db, device.id),
  ])
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
    stale: isStale(device, watermark),
    archivedAt: device.archivedAt,
    tags: tags.get(device.id) ?? [],
    auditId: device.auditId,
    auditDate: device.auditDate,
    auditSource: device.auditSource,
    auditSchedule,
    auditScheduleId: device.auditScheduleId,
    customFields: device.customFields,
    auditProblem,
  }
}
