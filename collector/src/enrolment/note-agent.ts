import { DomainError } from '@rollcall/shared/errors.ts'
import type { Origin, Stored } from '../ingest/delivery.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import type { Tx } from '../store/store.ts'

type AgentRow = ReturnType<typeof enrolmentTables>['agents']['$inferSelect']
type Heard = Pick<AgentRow, 'id' | 'lastSeen' | 'version' | 'deviceId'>

/** In the transaction that stores what agents sent: those that were removed meanwhile are not heard any more. */
export async function refuseRemovedAgents(tx: Tx, deliveries: readonly Origin[]): Promise<Map<Origin, DomainError>> {
  const known = await loadHeard(tx, deliveries)
  const gone = deliveries.filter(({ agentId = '' }) => !known.has(agentId))
  return new Map(gone.map((delivery) => [delivery, unknownAgent()]))
}

const unknownAgent = () => new DomainError('invalid_token', 'This agent is not known here; join it again.')

/** Whether `submit` rejected because the agent was removed. */
export const isUnknownAgent = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'invalid_token'

/** Notes that agents were heard, which device each sits on, and its version; part of the same transaction. */
export async function noteAgents(tx: Tx, stored: readonly Stored[], now: string): Promise<void> {
  // Of a duplicate the device was noted with the first delivery, and may have been deleted since.
  const found = stored.map(({ delivery, outcome: { status, deviceId } }) => ({
    delivery,
    ...(status === 'stored' ? { deviceId } : {}),
  }))
  await note(tx, found, now)
}

/** The same of agents whose device is on the Ignore List: they sit on none. */
export const noteIgnoredAgents = (tx: Tx, ignored: readonly Origin[], now: string): Promise<void> =>
  note(
    tx,
    ignored.map((delivery) => ({ delivery, deviceId: null })),
    now,
  )

async function note(
  tx: Tx,
  heard: readonly { delivery: Origin; deviceId?: string | null }[],
  now: string,
): Promise<void> {
  const known = await loadHeard(
    tx,
    heard.map(({ delivery }) => delivery),
  )
  for (const { delivery, ...found } of heard) {
    const row = known.get(delivery.agentId ?? '')
    if (!row) continue
    const { agentVersion: version = row.version } = delivery
    known.set(row.id, { ...row, lastSeen: now, version, ...found })
  }
  const { agents } = tx.tables(enrolmentTables)
  await tx.updateRows(agents, [...known.values()], { key: 'id', set: ['lastSeen', 'version', 'deviceId'] })
}

async function loadHeard(tx: Tx, deliveries: readonly Origin[]): Promise<Map<string, Heard>> {
  const { agents } = tx.tables(enrolmentTables)
  const ids = [...new Set(deliveries.flatMap(({ agentId }) => agentId ?? []))]
  const rows = await tx.rowsAmong(agents, ids, { key: 'id', columns: ['id', 'lastSeen', 'version', 'deviceId'] })
  return new Map(rows.map((row) => [row.id, row]))
}
