import { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { snapshotTables } from '../store/schema/snapshots.ts'
import type { Db } from '../store/store.ts'
import { readSections } from './sections.ts'

type Field = 'auditServiceId' | 'agentId' | 'taskId' | 'scheduleId'

/** A field of the snapshot that a column of another table names, for that table's own query; NULL where there is none. */
export function ofSnapshot(db: Db, snapshotId: AnyColumn, field: Field): SQL<unknown> {
  const { snapshots } = db.tables(snapshotTables)
  return sql`(select ${snapshots[field]} from ${snapshots} where ${snapshots.id} = ${snapshotId})`.mapWith(
    snapshots[field],
  )
}

/** What a snapshot says of how its device was reached, beside what the device's record shows. */
export type AuditOfSnapshot = {
  domain: string | null
  ipAddresses: string[]
  osName: string | null
  /** sysObjectID (RFC 3418). */
  sysObjectId: string | null
  snmpVersion: string | null
  probes: Observation['probes']
}

export async function auditOfSnapshot(db: Db, snapshotId: string): Promise<AuditOfSnapshot | undefined> {
  const { snapshots } = db.tables(snapshotTables)
  const [row] = await db
    .select({ identity: snapshots.identity, report: snapshots.report, hardwareHash: snapshots.hardwareHash })
    .from(snapshots)
    .where(eq(snapshots.id, snapshotId))
  if (!row) return undefined
  const sections = await readSections(db, row.hardwareHash === null ? [] : [row.hardwareHash])
  const hardware = hardwareSchema.parse(sections.get(row.hardwareHash ?? '') ?? {})
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

/** The SNMP probe says with which version it read: `v1`, `v2c` or `v3`. */
function snmpVersionOf(probes: Observation['probes']): string | null {
  const snmp = probes.find(({ probe, outcome }) => probe === 'snmp' && outcome === 'ok')
  return /\bSNMP(v(?:1|2c|3))\b/.exec(snmp?.detail ?? '')?.[1] ?? null
}
