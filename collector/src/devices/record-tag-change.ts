import { eq } from 'drizzle-orm'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf } from '../context.ts'
import { recordEvents } from '../events/record.ts'
import { deviceTables } from '../store/schema/devices.ts'
import type { Tx } from '../store/store.ts'
import { modified } from './modified.ts'

/** A device has other tags than before: its time of change, the change log and the events tell so. */
export async function recordTagChange(
  ctx: Context,
  tx: Tx,
  { id, name }: { id: string; name: string },
  change: { from: string } | { to: string },
): Promise<void> {
  const { siteId } = ctx
  const timestamp = nowOf(ctx)
  const { devices } = tx.tables(deviceTables)
  await tx.update(devices).set(modified(ctx)).where(eq(devices.id, id))
  const row = { verb: 'Modified' as const, entity: 'Device', entityId: id, deviceId: id, field: 'tags', ...change }
  await recordChanges(tx, { siteId, actor: ctx.actor.name, timestamp, rows: [row] })
  const event = { type: 'device.modified' as const, subjectId: id, data: { name, fields: ['tags'] } }
  await recordEvents(tx, { siteId, timestamp, events: [event] })
}
