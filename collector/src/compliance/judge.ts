import { between, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { computersAmong } from '../devices/computers.ts'
import { installedAmong, softwareRules } from '../software/rules.ts'
import { complianceTables } from '../store/schema/compliance.ts'
import { insertChunks } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'
import { type Finding, findingsOf } from './findings.ts'

/** At most so many devices at once: what is read of them is held in memory. */
export const devicesPerTurn = 1_000

/**
 * Brings up to date what is kept of some devices' compliance: for those whose type, tags or installations have changed,
 * in that transaction.
 */
export async function judgeDevices(tx: Tx, siteId: string, deviceIds: readonly string[]): Promise<void> {
  for (let start = 0; start < deviceIds.length; start += devicesPerTurn) {
    const ids = deviceIds.slice(start, start + devicesPerTurn)
    await judge(tx, siteId, ids, (deviceId) => inArray(deviceId, ids))
  }
}

/** The same of a run of ids without a gap, which is read as one range of each index. */
export async function judgeRun(tx: Tx, siteId: string, deviceIds: readonly string[]): Promise<void> {
  const [first, last] = [deviceIds[0], deviceIds.at(-1)]
  if (first === undefined || last === undefined) return
  await judge(tx, siteId, deviceIds, (deviceId) => between(deviceId, first, last))
}

type Among = (deviceId: SQLiteColumn) => SQL | undefined

async function judge(tx: Tx, siteId: string, deviceIds: readonly string[], among: Among): Promise<void> {
  const rules = await softwareRules(tx, siteId)
  const before = await storedFindings(tx, among)
  if (rules.length === 0 && before.size === 0) return
  const tagIds = rules.flatMap(({ inScopeTagId }) => inScopeTagId ?? [])
  const computers = await computersAmong(tx, siteId, among, [...new Set(tagIds)])
  const installed = await installedAmong(
    tx,
    rules.flatMap(({ products }) => products),
    among,
  )
  const judged = deviceIds.map((deviceId) => {
    const tags = computers.get(deviceId)
    return { deviceId, findings: tags ? findingsOf(rules, tags, installed.get(deviceId) ?? new Set()) : [] }
  })
  await replaceFindings(
    tx,
    siteId,
    judged.filter(({ deviceId, findings }) => !isSame(before.get(deviceId) ?? [], findings)),
  )
}

async function storedFindings(tx: Tx, among: Among): Promise<Map<string, Finding[]>> {
  const { complianceFindings } = tx.tables(complianceTables)
  const rows = await tx.select().from(complianceFindings).where(among(complianceFindings.deviceId))
  return Map.groupBy(rows, ({ deviceId }) => deviceId)
}

const keyOf = ({ productId, kind }: Finding) => `${kind} ${productId}`

function isSame(before: readonly Finding[], after: readonly Finding[]): boolean {
  const keys = new Set(before.map(keyOf))
  return keys.size === after.length && after.every((finding) => keys.has(keyOf(finding)))
}

async function replaceFindings(
  tx: Tx,
  siteId: string,
  judged: readonly { deviceId: string; findings: readonly Finding[] }[],
): Promise<void> {
  const { complianceDevices, complianceFindings } = tx.tables(complianceTables)
  const ids = judged.map(({ deviceId }) => deviceId)
  await tx.delete(complianceFindings).where(inArray(complianceFindings.deviceId, ids))
  await tx.delete(complianceDevices).where(inArray(complianceDevices.deviceId, ids))
  const devices = judged
    .filter(({ findings }) => findings.length > 0)
    .map(({ deviceId, findings }) => ({
      deviceId,
      siteId,
      hasMissing: findings.some(({ kind }) => kind === 'missing'),
      hasForbidden: findings.some(({ kind }) => kind === 'forbidden'),
    }))
  for (const chunk of insertChunks(complianceDevices, devices)) await tx.insert(complianceDevices).values(chunk)
  const findings = judged.flatMap(({ deviceId, findings }) => findings.map((finding) => ({ ...finding, deviceId })))
  for (const chunk of insertChunks(complianceFindings, findings)) await tx.insert(complianceFindings).values(chunk)
}
