import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { enrolmentTables } from '../../store/schema/enrollment.ts'
import type { Db } from '../../store/store.ts'

/** What the Audit Service or agent that another table's query names is called; NULL where there is none. */
export function nameOfOrigin(db: Db, { auditServiceId, agentId }: { auditServiceId: SQL; agentId: SQL }): SQL {
  const { auditServices, agents } = db.tables(enrolmentTables)
  return sql`coalesce(
    (select ${auditServices.name} from ${auditServices} where ${auditServices.id} = ${auditServiceId}),
    (select ${agents.hostname} from ${agents} where ${agents.id} = ${agentId}))`
}

/** The agent that runs on a device, as far as one has told; null when none. */
export async function agentOfDevice(db: Db, deviceId: string) {
  const { agents } = db.tables(enrolmentTables)
  const [agent] = await db
    .select({ agentId: agents.id, hostname: agents.hostname, version: agents.version, lastSeen: agents.lastSeen })
    .from(agents)
    .where(eq(agents.deviceId, deviceId))
    .orderBy(desc(agents.lastSeen), asc(agents.id))
    .limit(1)
  return agent ?? null
}
