import type { List } from '@rollcall/shared/api/common.ts'
import type { ComplianceItem, ComplianceKind, ComplianceQuery } from '@rollcall/shared/api/compliance.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { and, asc, count, countDistinct, eq, inArray, ne } from 'drizzle-orm'
import { deviceNames } from '../../device-records/device-names.ts'
import { shownReadingsOf } from '../../device-records/device-states.ts'
import { idNow } from '../../device-records/merges.ts'
import type { Context } from '../../lib/context.ts'
import { readPage } from '../../store/page.ts'
import { complianceTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'
import { softwareLabels } from '../catalog/software-labels.ts'
import { kindOf } from './broken-rules.ts'
import { softwareRules } from './compliance-rules.ts'
import { reviewSite } from './review-sites.ts'

/**
 * Lists the devices that do not comply, by id, each with all its findings. Devices of which it is not known are listed
 * if the query asks for them or for one device.
 */
export async function listCompliance(ctx: Context, given: ComplianceQuery): Promise<List<ComplianceItem>> {
  // Usually nothing is pending. After a change of the rules the first reader does the review.
  await reviewSite(ctx, ctx.siteId)
  return ctx.store.read(async (db) => {
    const deviceId = given.deviceId && (await idNow(db, ctx.siteId, given.deviceId))
    const query = { ...given, deviceId }
    const { ids, total } = await (query.productId === undefined
      ? pageOfDevices(db, ctx.siteId, query)
      : pageOfProduct(db, ctx.siteId, query.productId, query))
    return { items: await describe(db, ids), total }
  })
}

/** Lists all devices that match the query, in parts; limit and offset do not count. */
export async function* exportCompliance(ctx: Context, query: ComplianceQuery): AsyncGenerator<ComplianceItem[]> {
  let offset = 0
  let isLast = false
  while (!isLast) {
    const { items } = await listCompliance(ctx, { ...query, limit: partMax, offset })
    offset += items.length
    isLast = items.length < partMax
    if (items.length > 0) yield items
  }
}

/** Devices read at a time. */
const partMax = 500

async function pageOfDevices(db: Db, siteId: string, { kind, deviceId, ...page }: ComplianceQuery) {
  const { complianceDevices: devices } = db.tables(complianceTables)
  const flags = { missing: devices.hasMissing, forbidden: devices.hasForbidden, unknown: devices.isUnknown }
  const where = and(
    eq(devices.siteId, siteId),
    kind && eq(flags[kind], true),
    kind === undefined && deviceId === undefined ? eq(devices.isUnknown, false) : undefined,
    deviceId === undefined ? undefined : eq(devices.deviceId, deviceId),
  )
  const rows = db.select({ id: devices.deviceId }).from(devices).where(where).orderBy(asc(devices.deviceId))
  const { items, total } = await readPage(rows, db.$count(devices, where), page)
  return { ids: items.map(({ id }) => id), total }
}

/**
 * Reads a page of findings for a product or name. A device has one finding for each rule; with the versions of a name
 * it can have several.
 */
async function pageOfProduct(
  db: Db,
  siteId: string,
  productId: string,
  { kind, deviceId, limit, offset }: Omit<ComplianceQuery, 'productId'>,
) {
  const rules = (await softwareRules(db, siteId)).filter(
    (rule) =>
      [rule.subjectId, rule.nameId].includes(productId) &&
      (kind === undefined || kind === 'unknown' || kindOf(rule) === kind),
  )
  if (rules.length === 0) return { ids: [], total: 0 }
  const { complianceFindings: findings } = db.tables(complianceTables)
  const [only] = rules.length === 1 ? rules : []
  const where = and(
    only ? eq(findings.productId, only.subjectId) : eq(findings.nameId, productId),
    kind && eq(findings.kind, kind),
    kind === undefined && deviceId === undefined ? ne(findings.kind, 'unknown') : undefined,
    deviceId === undefined ? undefined : eq(findings.deviceId, deviceId),
  )
  const [total] = await db
    .select({ n: only ? count() : countDistinct(findings.deviceId) })
    .from(findings)
    .where(where)
  const columns = { id: findings.deviceId }
  const rows = await (only ? db.select(columns) : db.selectDistinct(columns))
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
  const readings = await shownReadingsOf(db, deviceIds, 'software')
  const findings = Map.groupBy(rows, ({ deviceId }) => deviceId)
  return deviceIds.map((deviceId) => {
    const labelled = (findings.get(deviceId) ?? [])
      .map(({ productId, kind }) => ({ productId, kind, ...(labels.get(productId) ?? { name: '' }) }))
      .sort(byLabel)
    const ofKind = (wanted: ComplianceKind) =>
      labelled
        .filter(({ kind }) => kind === wanted)
        .map(({ productId, name, version }) => ({ productId, name, ...optional({ version }) }))
    return {
      deviceId,
      deviceName: names.get(deviceId) ?? '',
      softwareReadAt: readings.get(deviceId)?.auditDate ?? null,
      missing: ofKind('missing'),
      forbidden: labelled
        .filter(({ kind }) => kind === 'forbidden')
        .map(({ productId, name, version = '' }) => ({ productId, name, version })),
      unknown: ofKind('unknown'),
    }
  })
}

type Labelled = { productId: string; name: string; version?: string }

const byLabel = (a: Labelled, b: Labelled): number => {
  const keyOf = ({ name, version = '', productId }: Labelled) => [name.toLowerCase(), version, productId].join('\0')
  return keyOf(a) < keyOf(b) ? -1 : 1
}
