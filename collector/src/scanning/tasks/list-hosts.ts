import type { List } from '@rollcall/shared/api/common.ts'
import type { TaskHost, TaskHostQuery } from '@rollcall/shared/api/task-host.ts'
import { and, asc, eq, gte } from 'drizzle-orm'
import { briefDevices } from '../../device-records/brief-devices.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { getTask } from './list-tasks.ts'

/** Lists the hosts that answered a task, in the order of storing, then by address. */
export async function listTaskHosts(ctx: Context, id: string, query: TaskHostQuery): Promise<List<TaskHost>> {
  await getTask(ctx, id)
  return ctx.store.read(async (db) => {
    const { taskHosts } = db.tables(taskTables)
    const { since } = query
    const where = and(eq(taskHosts.taskId, id), since === undefined ? undefined : gte(taskHosts.at, since))
    const rows = db.select().from(taskHosts).where(where).orderBy(asc(taskHosts.at), asc(taskHosts.address))
    const { items, total } = await readPage(rows, db.$count(taskHosts, where), query)
    const devices = await briefDevices(
      db,
      items.flatMap(({ deviceId }) => deviceId ?? []),
    )
    const deviceOf = (deviceId: string | null): TaskHost['device'] => {
      const device = deviceId === null ? undefined : devices.get(deviceId)
      return device ? { id: device.id, name: device.name, type: device.type } : null
    }
    return {
      items: items.map(({ address, outcome, at, deviceId }) => ({ address, outcome, at, device: deviceOf(deviceId) })),
      total,
    }
  })
}
