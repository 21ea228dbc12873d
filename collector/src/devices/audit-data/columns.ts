import { deviceTypeId } from '@rollcall/shared/api/audit-data.ts'
import { deviceTypes } from '@rollcall/shared/inventory/choices.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { nameOfOrigin } from '../../enrollment/agents/fields-of-origin.ts'
import { ofSchedule } from '../../scanning/schedules/assign-schedule.ts'
import { ofTask } from '../../scanning/tasks/fields-of-task.ts'
import { ofSnapshot } from '../../snapshots/read/fields-of-audit.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'

/**
 * A column of the older listing for comparison and sorting. A column with a `key` is compared by it: addresses as
 * numbers, names without regard to case, audit numbers as the audit ids they stand for.
 */
export type AuditedColumn = { value: AnyColumn | SQL } & (
  | { type: 'text' | 'integer' | 'time' | 'boolean' }
  | { type: 'ip' | 'folded' | 'auditNumber'; key: AnyColumn }
)

/** Columns with more than one value: shown, but not compared. */
export const shownOnly = ['tags', 'data', 'software', 'customData', 'schedulerIds', 'modifierInfo'] as const

/** Columns by name: the record's fields and, dotted, the fields of `data`. */
export function auditedColumns(db: Db): Map<string, AuditedColumn> {
  const { devices } = db.tables(deviceTables)
  const text = (value: AnyColumn | SQL) => ({ value, type: 'text' as const })
  const time = (value: AnyColumn | SQL) => ({ value, type: 'time' as const })
  const of = (field: Parameters<typeof ofSnapshot>[2]) => ofSnapshot(db, devices.auditId, field)
  const task = ofTask(db, of('taskId'))
  return new Map<string, AuditedColumn>([
    ['id', text(devices.id)],
    ['auditId', text(devices.auditId)],
    ['legacyAuditId', { value: devices.auditId, key: devices.auditId, type: 'auditNumber' }],
    ['auditDate', time(devices.auditDate)],
    ['siteId', text(devices.siteId)],
    ['deviceTypeId', { value: typeNumber(devices.type), type: 'integer' }],
    ['deviceSubTypeId', { value: sql`cast(null as integer)`, type: 'integer' }],
    ['auditServiceId', text(of('auditServiceId'))],
    ['auditedBy', text(auditedBy(db))],
    ['isAgent', { value: sql`(${devices.auditSource} = 'Agent')`, type: 'boolean' }],
    ['lastAuditTaskId', text(of('taskId'))],
    ['lastAuditTaskStatus', text(sql`coalesce(${task.status}, '')`)],
    ['lastAuditTaskDate', time(task.date)],
    ['schedulerName', text(sql`coalesce(${ofSchedule(db, devices.auditScheduleId, 'name')}, '')`)],
    ['nextAuditDate', time(ofSchedule(db, devices.auditScheduleId, 'nextRun'))],
    ['credentialsId', text(sql`cast(null as text)`)],
    ['name', { value: devices.name, key: devices.nameKey, type: 'folded' }],
    ['data.network.ipAddress', { value: devices.ipAddress, key: devices.ipKey, type: 'ip' }],
    ['data.network.macAddress', text(devices.macAddress)],
    ['data.network.dnsName', text(devices.dnsName)],
    ['data.hardware.manufacturer', text(devices.manufacturer)],
    ['data.hardware.model', text(devices.model)],
    ['data.hardware.serialNumber', text(devices.serialNumber)],
    ['data.hardware.assetTag', text(devices.assetTag)],
    ['lastSegmentId', text(devices.lastSegmentId)],
    ['lastSeenDate', time(devices.lastSeen)],
    ['modified', time(devices.modifiedAt)],
  ])
}

/** Name of the Audit Service, the agent's host name, or the origin if it was neither. */
export function auditedBy(db: Db): SQL<string> {
  const { devices } = db.tables(deviceTables)
  const origin = nameOfOrigin(db, {
    auditServiceId: ofSnapshot(db, devices.auditId, 'auditServiceId'),
    agentId: ofSnapshot(db, devices.auditId, 'agentId'),
  })
  return sql<string>`coalesce(${origin}, ${devices.auditSource})`
}

function typeNumber(type: AnyColumn): SQL {
  const cases = deviceTypes.map((name) => sql`when ${name} then ${sql.raw(String(deviceTypeId(name)))}`)
  return sql`case ${type} ${sql.join(cases, sql` `)} end`
}
