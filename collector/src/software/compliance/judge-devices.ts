import { between, inArray, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { computersAmong } from '../../device-records/computers-with-compliance.ts'
import { devicesWithSoftwareRead } from '../../device-records/device-states.ts'
import { complianceTables } from '../../store/schema/software.ts'
import { chunks, columnsIn } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { installedAmong } from '../installations/read-installed.ts'
import { type Finding, findingsOf, isSame } from './broken-rules.ts'
import { softwareRules } from './compliance-rules.ts'
import { emitChanges, type Judged } from './emit-changes.ts'

/** Maximum number of devices at once: their data is held in memory. */
export const devicesPerTurn = 1_000

/**
 * Updates the stored findings of devices whose type, tags or installations have changed, in the transaction of the
 * change. Call `ctx.wakeOutbox()` after the commit: listeners get the devices whose findings changed.
 */
export async function judgeDevices(tx: Tx, siteId: string, deviceIds: readonly string[], now: string): Promise<void> {
  for (const ids of chunks(deviceIds, devicesPerTurn)) {
    const { complianceFindings } = tx.tables(complianceTables)
    const stored = await tx.rowsAmong(complianceFindings, ids, {
      key: 'deviceId',
      columns: columnsIn(complianceFindings),
    })
    await judge(tx, { siteId, deviceIds: ids, stored, among: (deviceId) => inArray(deviceId, ids), now })
  }
}

/** Updates the findings of a contiguous run of ids, which is read as one range of each index. */
export async function judgeRun(tx: Tx, siteId: string, deviceIds: readonly string[], now: string): Promise<void> {
  const [first, last] = [deviceIds[0], deviceIds.at(-1)]
  if (first === undefined || last === undefined) return
  const { complianceFindings } = tx.tables(complianceTables)
  const among: Among = (deviceId) => between(deviceId, first, last)
  const stored = await tx.select().from(complianceFindings).where(among(complianceFindings.deviceId))
  await judge(tx, { siteId, deviceIds, stored, among, now })
}

type Among = (deviceId: SQLiteColumn) => SQL | undefined
type StoredFinding = Finding & { deviceId: string }
type Part = {
  siteId: string
  deviceIds: readonly string[]
  stored: readonly StoredFinding[]
  among: Among
  now: string
}

async function judge(tx: Tx, { siteId, deviceIds, stored, among, now }: Part): Promise<void> {
  const rules = await softwareRules(tx, siteId)
  const before = Map.groupBy(stored, ({ deviceId }) => deviceId)
  if (rules.length === 0 && before.size === 0) return
  const tagIds = rules.flatMap(({ inScopeTagId }) => inScopeTagId ?? [])
  const computers = await computersAmong(tx, siteId, among, [...new Set(tagIds)])
  const installed = await installedAmong(
    tx,
    rules.flatMap(({ products }) => products),
    among,
  )
  const read = await devicesWithSoftwareRead(tx, among)
  const judged = deviceIds.flatMap((deviceId): Judged[] => {
    const tags = computers.get(deviceId)
    const products = read.has(deviceId) ? (installed.get(deviceId) ?? new Set<number>()) : undefined
    const after = tags ? findingsOf(rules, tags, products) : []
    const stood = before.get(deviceId) ?? []
    return isSame(stood, after) ? [] : [{ deviceId, before: stood, after }]
  })
  if (judged.length === 0) return
  await replaceFindings(tx, siteId, judged)
  await emitChanges(tx, siteId, judged, now)
}

async function replaceFindings(tx: Tx, siteId: string, judged: readonly Judged[]): Promise<void> {
  const { complianceDevices, complianceFindings } = tx.tables(complianceTables)
  const ids = judged.map(({ deviceId }) => deviceId)
  await tx.delete(complianceFindings).where(inArray(complianceFindings.deviceId, ids))
  await tx.delete(complianceDevices).where(inArray(complianceDevices.deviceId, ids))
  const devices = judged
    .filter(({ after }) => after.length > 0)
    .map(({ deviceId, after }) => ({
      deviceId,
      siteId,
      hasMissing: after.some(({ kind }) => kind === 'missing'),
      hasForbidden: after.some(({ kind }) => kind === 'forbidden'),
      isUnknown: after.some(({ kind }) => kind === 'unknown'),
    }))
  await tx.insertRows(complianceDevices, devices)
  const findings = judged.flatMap(({ deviceId, after }) => after.map((finding) => ({ ...finding, deviceId })))
  await tx.insertRows(complianceFindings, findings)
}
