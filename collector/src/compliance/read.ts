import type { List } from '@rollcall/shared/api/common.ts'
import type { ComplianceItem, ComplianceQuery } from '@rollcall/shared/api/compliance.ts'
import { and, asc, count, countDistinct, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { deviceNames } from '../devices/names.ts'
import { softwareLabels } from '../software/rules.ts'
import { findSubject } from '../software/subject.ts'
import { complianceTables } from '../store/schema/compliance.ts'
import type { Db } from '../store/store.ts'
import { reviewSite } from './review.ts'

/** The devices that do not comply, by id, each with all that it misses and should not have. */
export async function listCompliance(ctx: Context, query: ComplianceQuery): Promise<List<ComplianceItem>> {
  // Usually there is nothing to do; after a change of the rules whoever comes first does it.
  await reviewSite(ctx, ctx.siteId)
  return ctx.store.read(async (db) => {
    const { ids, total } = await (query.productId === undefined
      ? pageOfDevices(db, ctx.siteId, query)
      : pageOfProduct(db, ctx.siteId, query.productId, query))
    return { items: await describe(db, ids), total }
  })
}

async function pageOfDevices(db: Db, siteId: string, { kind, limit, offset }: ComplianceQuery) {
  const { complianceDevices: devices } = db.tables(complianceTables)
  const where = and(
    eq(devices.siteId, siteId),
    kind && eq(kind === 'missing' ? devices.hasMissing : devices.hasForbidden, true),
  )
  const [total] = await db.select({ n: count() }).from(devices).where(where)
  const rows = await db
    .select({ id: devices.deviceId })
    .from(devices)
    .where(where)
    .orderBy(asc(devices.deviceId))
    .limit(limit)
    .offset(offset)
  return { ids: rows.map(({ id }) => id), total: total?.n ?? 0 }
}

async function pageOfProduct(
  db: Db,
  siteId: string,
  productId: string,
  { kind, limit, offset }: Omit<ComplianceQuery, 'productId'>,
) {
  const subject = await findSubject(db, siteId, productId)
  if (!subject) return { ids: [], total: 0 }
  const { complianceFindings: findings } = db.tables(complianceTables)
  const where = and(
    eq(findings.nameId, subject.nameId),
    subject.kind === 'product' ? eq(findings.productId, productId) : undefined,
    kind && eq(findings.kind, kind),
  )
  const [total] = await db
    .select({ n: countDistinct(findings.deviceId) })
    .from(findings)
    .where(where)
  const rows = await db
    .selectDistinct({ id: findings.deviceId })
    .from(findings)
    .where(where)
    .orderBy(asc(findings.deviceId))
    .limit(limit)
    .offset(offset)
  return { ids: rows.map(({ id }) => id), total: total?.n ?? 0 }
}

async function describe(db: Db, deviceIds: readonly string[]): Promise<ComplianceItem[]> {
  const { complianceFindings } = db.tables(complianceTables)
  const rows = await db
    .select()
    .from(complianceFindings)
    .where(inArray(complianceFindings.deviceId, [...deviceIds]))
  const labels = await softwareLabels(db, [...new Set(rows.map(({ productId }) => productId))])
  const names = await deviceNames(db, deviceIds)
  const findings = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return deviceIds.map((deviceId) => {
    const labelled = (findings.get(deviceId) ?? [])
      .map(({ productId, kind }) => ({ productId, kind, ...(labels.get(productId) ?? { name: '' }) }))
      .sort(byLabel)
    return {
      deviceId,
      deviceName: names.get(deviceId) ?? '',
      missing: labelled
        .filter(({ kind }) => kind === 'missing')
        .map(({ productId, name, version }) => ({ productId, name, ...(version === undefined ? {} : { version }) })),
      forbidden: labelled
        .filter(({ kind }) => kind === 'forbidden')
        .map(({ productId, name, version = '' }) => ({ productId, name, version })),
    }
  })
}

type Labelled = { productId: string; name: string; version?: string }

const byLabel = (a: Labelled, b: Labelled): number => {
  const keyOf = ({ name, version = '', productId }: Labelled) => [name.toLowerCase(), version, productId].join('\0')
  return keyOf(a) < keyOf(b) ? -1 : 1
}
