import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db, Tx } from '../store/store.ts'
import { inList } from './listed-devices.ts'
import { modifiedBy, operationOf } from './operation.ts'

type DeviceOnSchedule = { id: string; segmentId: string | null; ipAddress: string }

/**
 * Devices with an address that an audit schedule applies to: those it is assigned to, and all without one of their own
 * whose last segment is one of these.
 */
export async function devicesOnSchedule(
  db: Db,
  siteId: string,
  scheduleId: string,
  segmentIds: readonly string[],
): Promise<DeviceOnSchedule[]> {
  const { devices } = db.tables(deviceTables)
  const bySegment = and(isNull(devices.auditScheduleId), inArray(devices.lastSegmentId, [...segmentIds]))
  const rows = await db
    .select({ id: devices.id, segmentId: devices.lastSegmentId, ipAddress: devices.ipAddress })
    .from(devices)
    .where(
      and(
        inList(db, siteId),
        isNotNull(devices.ipAddress),
        or(eq(devices.auditScheduleId, scheduleId), segmentIds.length > 0 ? bySegment : undefined),
      ),
    )
    .orderBy(devices.id)
  return rows.flatMap(({ ipAddress, ...row }) => (ipAddress === null ? [] : [{ ...row, ipAddress }]))
}

/**
 * Marks devices on a schedule as changed, since they show its name and `changedSince` has to find them after a rename.
 */
export async function touchDevicesOnSchedule(ctx: Context, tx: Tx, scheduleId: string): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  await tx
    .update(devices)
    .set(modifiedBy(operationOf(ctx)))
    .where(and(eq(devices.siteId, ctx.siteId), eq(devices.auditScheduleId, scheduleId)))
}

/** Removes a deleted audit schedule from every device that has it. Returns their ids. */
export async function unassignDevices(ctx: Context, tx: Tx, scheduleId: string): Promise<string[]> {
  const { devices } = tx.tables(deviceTables)
  const changed = await tx
    .update(devices)
    .set({ auditScheduleId: null, ...modifiedBy(operationOf(ctx)) })
    .where(and(eq(devices.siteId, ctx.siteId), eq(devices.auditScheduleId, scheduleId)))
    .returning({ id: devices.id })
  return changed.map(({ id }) => id)
}
