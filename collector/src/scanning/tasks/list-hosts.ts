import type { List } from '@rollcall/shared/api/common.ts'
import type { TaskHost, TaskHostQuery } from '@rollcall/shared/api/task-host.ts'
import { auditReasonCodes, auditReasons } from '@rollcall/shared/messages/host-audit.ts'
import { and, asc, desc, eq, gte, inArray, type SQL } from 'drizzle-orm'
import { briefDevices } from '../../device-records/device-names.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { describeAudits } from './describe-audits.ts'
import { getTask } from './list-tasks.ts'

/** Lists the hosts that answered a task; those with the same value in the order of storing, then by address. */
export async function listTaskHosts(ctx: Context, id: string, query: TaskHostQuery): Promise<List<TaskHost>> {
  await getTask(ctx, id)
  return ctx.store.read(async (db) => {
    const { taskHosts } = db.tables(taskTables)
    const { since, state, reason } = query
    const inState = auditReasonCodes.filter((code) => auditReasons[code] === state)
    const where = and(
      eq(taskHosts.taskId, id),
      since === undefined ? undefined : gte(taskHosts.at, since),
      state === undefined ? undefined : inArray(taskHosts.reason, inState),
      reason === undefined ? undefined : eq(taskHosts.reason, reason),
    )
    const rows = db
      .select()
      .from(taskHosts)
      .where(where)
      .orderBy(...orderOf(db, query))
    const { items, total } = await readPage(rows, db.$count(taskHosts, where), query)
    const devices = await briefDevices(
      db,
      items.flatMap(({ deviceId }) => deviceId ?? []),
    )
    const describe = await describeAudits(db, ctx.siteId, items)
    const deviceOf = (deviceId: string | null): TaskHost['device'] => {
      const device = deviceId === null ? undefined : devices.get(deviceId)
      return device ? { id: device.id, name: device.name, type: device.type } : null
    }
    return {
      items: items.map(({ address, outcome, at, deviceId, reason, attempts }) => ({
        ...{ address, outcome, at },
        audit: describe({ reason, attempts }),
        device: deviceOf(deviceId),
      })),
      total,
    }
  })
}

function orderOf(db: Db, { sort }: Pick<TaskHostQuery, 'sort'>): SQL[] {
  const { at, address, reason } = db.tables(taskTables).taskHosts
  const column = sort.endsWith('reason') ? reason : at
  return [sort.startsWith('-') ? desc(column) : asc(column), asc(at), asc(address)]
}
