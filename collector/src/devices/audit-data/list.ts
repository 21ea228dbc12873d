import type { AuditedDeviceList, AuditedDeviceQuery } from '@rollcall/shared/api/audit-data.ts'
import { and, asc, isNotNull, type SQL } from 'drizzle-orm'
import { inList } from '../../device-records/listed-devices.ts'
import type { Context } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { ascending, descending } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { auditedColumns } from './columns.ts'
import { conditionOf, requireColumn } from './filter.ts'
import { readRecords } from './records.ts'
import { chosenFields, pick } from './selection.ts'

/**
 * Audited devices of a site in the form of the older family, by auditDate descending, then by id, unless `sorting`
 * differs.
 */
export async function listAuditedDevices(ctx: Context, query: AuditedDeviceQuery): Promise<AuditedDeviceList> {
  const { limit = 50, offset = 0 } = query
  const fields = chosenFields(query.columns ?? [])
  return ctx.store.read(async (db) => {
    const { devices } = db.tables(deviceTables)
    // One row more than the page shows whether there is a next one, without counting.
    const found = await db
      .select({ id: devices.id })
      .from(devices)
      .where(and(inList(db, ctx.siteId), isAudited(db, query), ...conditions(db, query)))
      .orderBy(...order(db, query.sorting ?? null))
      .limit(limit + 1)
      .offset(offset)
    const page = found.slice(0, limit).map(({ id }) => id)
    const records = await readRecords(db, page, { withSoftware: fields?.has('software') ?? false })
    return {
      data: records.map((record) => pick(record, fields)),
      nextOffset: found.length > limit ? offset + limit : null,
    }
  })
}

/** Condition on the column that the index of the order has: a device has both or neither. */
function isAudited(db: Db, { sorting }: AuditedDeviceQuery): SQL {
  const { devices } = db.tables(deviceTables)
  return isNotNull(sorting && sorting.column !== 'auditDate' ? devices.auditSource : devices.auditDate)
}

function conditions(db: Db, { filter }: AuditedDeviceQuery): SQL[] {
  if (!filter?.length) return []
  const columns = auditedColumns(db)
  return filter.map((condition, index) => conditionOf(columns, condition, `/filter/${index}`))
}

function order(db: Db, sorting: NonNullable<AuditedDeviceQuery['sorting']> | null): SQL[] {
  const { devices } = db.tables(deviceTables)
  if (sorting === null) return [descending(devices.auditDate), asc(devices.id)]
  const column = requireColumn(auditedColumns(db), sorting.column, '/sorting/column')
  const by = 'key' in column ? column.key : column.value
  return [sorting.isDesc ? descending(by) : ascending(by), asc(devices.id)]
}
