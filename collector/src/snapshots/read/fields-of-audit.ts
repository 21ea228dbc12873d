import { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { sameUuid } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { selectWithFacts } from './facts-of-snapshots.ts'
import { readSectionsOf } from './snapshot-data.ts'

type Field = 'auditServiceId' | 'agentId' | 'taskId' | 'scheduleId'

/** A field of the snapshot in a column of another table, for that table's own query; NULL if there is none. */
export function ofSnapshot(db: Db, snapshotId: AnyColumn, field: Field): SQL<unknown> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const column = field === 'taskId' ? snapshots.taskId : snapshotFacts[field]
  const from = sql`${snapshots} join ${snapshotFacts} on ${snapshotFacts.seq} = ${snapshots.factsSeq}`
  return sql`(select ${column} from ${from} where ${sameUuid(snapshots.id, snapshotId)})`.mapWith(column)
}

/** Fields of a snapshot about how its device was reached, in addition to those of the device's record. */
export type AuditOfSnapshot = {
  domain: string | null
  ipAddresses: string[]
  osName: string | null
  /** sysObjectID (RFC 3418). */
  sysObjectId: string | null
  snmpVersion: string | null
  probes: Observation['probes']
}

/** Reads the audit of a snapshot. `hardwareId` is the snapshot that has the hardware if this one has none. */
export async function auditOfSnapshot(
  db: Db,
  snapshotId: string,
  hardwareId: string | undefined,
): Promise<AuditOfSnapshot | undefined> {
  const { snapshots, snapshotFacts } = db.tables(snapshotTables)
  const [row] = await selectWithFacts(db, {
    identity: snapshotFacts.identity,
    report: snapshotFacts.report,
    hardwareSeq: snapshots.hardwareSeq,
  }).where(eq(snapshots.id, snapshotId))
  if (!row) return undefined
  const hardwareOrigin = row.hardwareSeq === null && hardwareId !== undefined ? hardwareId : snapshotId
  const data = await readSectionsOf(db, { hardware: { snapshotId: hardwareOrigin } })
  const hardware = hardwareSchema.parse(data.hardware)
  const { identity, report } = row
  return {
    domain: identity.domain ?? null,
    ipAddresses: identity.ipAddresses,
    osName: hardware.os?.name ?? null,
    sysObjectId: hardware.system.objectId ?? null,
    snmpVersion: snmpVersionOf(report.probes),
    probes: report.probes,
  }
}

/** The SNMP probe reports the version it used: `v1`, `v2c` or `v3`. */
function snmpVersionOf(probes: Observation['probes']): string | null {
  const snmp = probes.find(({ probe, outcome }) => probe === 'snmp' && outcome === 'ok')
  return /\bSNMP(v(?:1|2c|3))\b/.exec(snmp?.detail ?? '')?.[1] ?? null
}

/** Time of a device's last snapshot until a time, as a column of a query that has the device's id. */
export function newestAuditUntil(db: Db, deviceId: AnyColumn, at: string): SQL<string | null> {
  const { snapshots } = db.tables(snapshotTables)
  const { auditDate } = snapshots
  const newest = sql`select max(${auditDate}) from ${snapshots} where ${sameUuid(snapshots.deviceId, deviceId)} and ${auditDate} <= ${sql.param(at, auditDate)}`
  return sql<string | null>`(${newest})`.mapWith(auditDate)
}
