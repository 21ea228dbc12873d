import { type AuditedDevice, deviceTypeId } from '@rollcall/shared/api/audit-data.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { shownReadingsOf } from '../../device-records/device-states.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { ofSchedule } from '../../scanning/schedules/assign-schedule.ts'
import { schedulesOfSegments } from '../../scanning/segments/find-segments.ts'
import { ofTask } from '../../scanning/tasks/fields-of-task.ts'
import { ofSnapshot } from '../../snapshots/read/fields-of-audit.ts'
import { softwareOfSnapshots } from '../../snapshots/read/snapshot-data.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { tagsOfDevices } from '../tags/tags-of-devices.ts'
import { auditedBy } from './columns.ts'
import { legacyAuditId } from './legacy-audit-id.ts'
import { modifierInfo } from './modifier-info.ts'

/** Records of these audited devices, in the order of the ids. */
export async function readRecords(
  db: Db,
  deviceIds: readonly string[],
  { withSoftware }: { withSoftware: boolean },
): Promise<AuditedDevice[]> {
  if (deviceIds.length === 0) return []
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({ device: devices, ...ofOthers(db) })
    .from(devices)
    .where(inArray(devices.id, [...deviceIds]))
  const related: Related = {
    tags: await tagsOfDevices(db, deviceIds),
    schedules: await schedulesOfSegments(
      db,
      rows.flatMap(({ device }) => device.lastSegmentId ?? []),
    ),
    software: withSoftware ? await shownSoftware(db, deviceIds) : new Map(),
  }
  const records = new Map(rows.map((row) => [row.device.id, recordOf(row, related)]))
  return deviceIds.flatMap((id) => records.get(id) ?? [])
}

type Related = {
  tags: Awaited<ReturnType<typeof tagsOfDevices>>
  schedules: ReadonlyMap<string, string[]>
  software: ReadonlyMap<string, Software[]>
}

/** Software that each device shows, by device id. A device whose software was never read is left out. */
async function shownSoftware(db: Db, deviceIds: readonly string[]): Promise<Map<string, Software[]>> {
  const readings = await shownReadingsOf(db, deviceIds, 'software')
  const lists = await softwareOfSnapshots(db, [...new Set([...readings.values()].map(({ snapshotId }) => snapshotId))])
  return new Map([...readings].map(([deviceId, { snapshotId }]) => [deviceId, lists.get(snapshotId) ?? []]))
}

/** Data stored with the snapshot, its task and the schedule. */
function ofOthers(db: Db) {
  const { devices } = db.tables(deviceTables)
  const of = (field: Parameters<typeof ofSnapshot>[2]) => ofSnapshot(db, devices.auditId, field)
  const task = ofTask(db, of('taskId'))
  return {
    auditServiceId: of('auditServiceId') as SQL<string | null>,
    auditedBy: sql<string>`${auditedBy(db)}`,
    taskId: of('taskId') as SQL<string | null>,
    taskStatus: task.status as SQL<AuditedDevice['lastAuditTaskStatus'] | null>,
    taskDate: task.date as SQL<string | null>,
    schedulerName: ofSchedule(db, devices.auditScheduleId, 'name') as SQL<string | null>,
    nextRun: ofSchedule(db, devices.auditScheduleId, 'nextRun') as SQL<string | null>,
  }
}

type Row = { device: DeviceRow } & {
  [K in keyof ReturnType<typeof ofOthers>]: ReturnType<typeof ofOthers>[K]['_']['type']
}

function recordOf(row: Row, { tags, schedules, software }: Related): AuditedDevice {
  const { device } = row
  const ofSegment = device.lastSegmentId === null ? [] : (schedules.get(device.lastSegmentId) ?? [])
  return {
    id: device.id,
    auditId: device.auditId ?? '',
    legacyAuditId: legacyAuditId(device.auditId ?? ''),
    tags: tags.get(device.id) ?? [],
    auditDate: device.auditDate ?? '',
    siteId: device.siteId,
    deviceTypeId: deviceTypeId(device.type),
    deviceSubTypeId: null,
    auditServiceId: row.auditServiceId,
    auditedBy: row.auditedBy,
    isAgent: device.auditSource === 'Agent',
    lastAuditTaskId: row.taskId,
    lastAuditTaskStatus: row.taskStatus ?? '',
    lastAuditTaskDate: row.taskDate,
    schedulerName: row.schedulerName ?? '',
    nextAuditDate: row.nextRun,
    // The store does not have which of a segment's credentials opened a device.
    credentialsId: null,
    schedulerIds: [...new Set([...(device.auditScheduleId === null ? [] : [device.auditScheduleId]), ...ofSegment])],
    name: device.name,
    data: {
      network: { ipAddress: device.ipAddress, macAddress: device.macAddress, dnsName: device.dnsName },
      hardware: {
        manufacturer: device.manufacturer,
        model: device.model,
        serialNumber: device.serialNumber,
        assetTag: device.assetTag,
      },
    },
    software: software.get(device.id) ?? null,
    customData: device.customFields,
    lastSegmentId: device.lastSegmentId,
    lastSeenDate: device.lastSeen,
    modifierInfo: modifierInfo(device.modifiedBy),
    modified: device.modifiedAt,
  }
}
