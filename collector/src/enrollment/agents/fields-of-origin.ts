import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Db } from '../../store/store.ts'

/** Selects the name of the Audit Service or agent that a row of another table refers to; NULL if there is none. */
export function nameOfOrigin(db: Db, { auditServiceId, agentId }: { auditServiceId: SQL; agentId: SQL }): SQL {
  const { auditServices, agents } = db.tables(enrollmentTables)
  return sql`coalesce(
    (select ${auditServices.name} from ${auditServices} where ${auditServices.id} = ${auditServiceId}),
    (select coalesce(${agents.name}, ${agents.hostname}) from ${agents} where ${agents.id} = ${agentId}))`
}

/** Returns the agent that runs on a device; null if none has reported. */
export async function agentOfDevice(db: Db, deviceId: string) {
  const { agents } = db.tables(enrollmentTables)
  const [agent] = await db
    .select({ agentId: agents.id, hostname: agents.hostname, version: agents.version, lastSeen: agents.lastSeen })
    .from(agents)
    .where(eq(agents.deviceId, deviceId))
    .orderBy(desc(agents.lastSeen), asc(agents.id))
    .limit(1)
  return agent ?? null
}
