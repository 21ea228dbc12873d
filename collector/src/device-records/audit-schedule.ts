import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Db, Tx } from '../store/store.ts'
import { inList } from './listed-devices.ts'
import { modifiedBy, operationOf } from './operation.ts'

type DeviceOnSchedule = { id: string; segmentId: string | null; ipAddress: string }

/**
 * The devices with an address that an audit schedule is for: those it is assigned to, and all without one of their
 * own whose last segment is one of these.
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

/** Devices show what their schedule is called, so `changedSince` finds them when it is called otherwise. */
export async function touchDevicesOnSchedule(ctx: Context, tx: Tx, scheduleId: string): Promise<void> {
  const { devices } = tx.tables(deviceTables)
  await tx
    .update(devices)
    .set(modifiedBy(operationOf(ctx)))
    .where(and(eq(devices.siteId, ctx.siteId), eq(devices.auditScheduleId, scheduleId)))
}

/** Takes a deleted audit schedule away from every device that has it. Gives their ids. */
export async function unassignDevices(ctx: Context, tx: Tx, scheduleId: string): Promise<string[]> {
  const { devices } = tx.tables(deviceTables)
  const changed = await tx
    .update(devices)
    .set({ auditScheduleId: null, ...modifiedBy(operationOf(ctx)) })
    .where(and(eq(devices.siteId, ctx.siteId), eq(devices.auditScheduleId, scheduleId)))
    .returning({ id: devices.id })
  return changed.map(({ id }) => id)
}
