import type { List } from '@rollcall/shared/api/common.ts'
import type { TaskQuery, TaskRecord } from '@rollcall/shared/api/task.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, desc, eq } from 'drizzle-orm'
import { deviceNames } from '../../device-records/device-names.ts'
import { idNow } from '../../device-records/merges.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import type { Db } from '../../store/store.ts'
import { countHosts } from './count-hosts.ts'

type Row = ReturnType<typeof taskTables>['tasks']['$inferSelect']

/** Lists the tasks of the site, newest first, then by id. */
export async function listTasks(ctx: Context, query: TaskQuery): Promise<List<TaskRecord>> {
  return ctx.store.read(async (db) => {
    const { tasks } = db.tables(taskTables)
    const deviceId = query.deviceId && (await idNow(db, ctx.siteId, query.deviceId))
    const where = and(
      eq(tasks.siteId, ctx.siteId),
      query.status && eq(tasks.status, query.status),
      query.kind && eq(tasks.kind, query.kind),
      query.segmentId ? eq(tasks.segmentId, query.segmentId) : undefined,
      deviceId ? eq(tasks.deviceId, deviceId) : undefined,
      query.auditServiceId ? eq(tasks.auditServiceId, query.auditServiceId) : undefined,
    )
    const rows = db.select().from(tasks).where(where).orderBy(desc(tasks.createdAt), desc(tasks.id))
    const { items, total } = await readPage(rows, db.$count(tasks, where), query)
    return { items: await toRecords(db, items), total }
  })
}

export async function getTask(ctx: Context, id: string): Promise<TaskRecord> {
  return ctx.store.read(async (db) => {
    const { tasks } = db.tables(taskTables)
    const rows = await db
      .select()
      .from(tasks)
      .where(and(eq(tasks.id, id), eq(tasks.siteId, ctx.siteId)))
    const [record] = await toRecords(db, rows)
    if (!record) throw new DomainError('not_found', 'No task has this id on this site.')
    return record
  })
}

async function toRecords(db: Db, rows: Row[]): Promise<TaskRecord[]> {
  const countsOf = await countHosts(db, rows)
  const names = await deviceNames(
    db,
    rows.flatMap(({ deviceId }) => deviceId ?? []),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    segmentId: row.segmentId,
    deviceId: row.deviceId,
    deviceName: names.get(row.deviceId ?? '') ?? null,
    auditServiceId: row.auditServiceId,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    progress: {
      addressesTotal: row.addressesTotal,
      addressesDone: row.addressesDone,
      addressesDoneTo: row.addressesDoneTo,
      ...countsOf(row),
    },
    error: row.error,
  }))
}
