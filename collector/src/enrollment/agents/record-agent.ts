import { DomainError } from '@rollcall/shared/errors.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { enrolmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'
import type { AgentDelivery, StoredDelivery } from './agent-delivery.ts'
import { recordForks } from './record-forks.ts'

type AgentRow = ReturnType<typeof enrolmentTables>['agents']['$inferSelect']
/** What a delivery tells of an agent; what it does not tell stays as it is. */
type AgentUpdate = Pick<AgentRow, 'id' | 'lastSeen'> &
  Partial<Pick<AgentRow, 'version' | 'deviceId' | 'lastSnapshotId'>>
const updatedColumns = ['lastSeen', 'version', 'deviceId', 'lastSnapshotId'] as const

/** In the transaction that stores what agents sent: those that were removed meanwhile are not heard any more. */
export async function refuseRemovedAgents<D extends AgentDelivery>(
  tx: Tx,
  deliveries: readonly D[],
): Promise<Map<D, DomainError>> {
  const { agents } = tx.tables(enrolmentTables)
  const ids = [...new Set(deliveries.flatMap(({ agentId }) => agentId ?? []))]
  const rows = await tx.rowsAmong(agents, ids, { key: 'id', columns: ['id'] })
  const known = new Set(rows.map(({ id }) => id))
  const gone = deliveries.filter(({ agentId = '' }) => !known.has(agentId))
  return new Map(gone.map((delivery) => [delivery, unknownAgent()]))
}

const unknownAgent = () => new DomainError('invalid_token', 'This agent is not known here; join it again.')

/** Whether `submit` rejected because the agent was removed. */
export const isUnknownAgent = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'invalid_token'

/** Notes that agents were heard, which device each sits on, and its version; part of the same transaction. */
export async function recordAgents(tx: Tx, stored: readonly StoredDelivery[], now: string): Promise<void> {
  // Of a duplicate the device was noted with the first delivery, and may have been deleted since.
  await recordForks(tx, stored, now)
  const found = stored.map(({ delivery, outcome: { status, deviceId, snapshotId } }) => ({
    delivery,
    ...(status === 'stored' ? { deviceId, lastSnapshotId: snapshotId } : {}),
  }))
  await updateAgents(tx, found, now)
}

/** The same of agents whose device is on the Ignore List: they sit on none. */
export const recordIgnoredAgents = (tx: Tx, ignored: readonly AgentDelivery[], now: string): Promise<void> =>
  updateAgents(
    tx,
    ignored.map((delivery) => ({ delivery, deviceId: null })),
    now,
  )

async function updateAgents(
  tx: Tx,
  heard: readonly { delivery: AgentDelivery; deviceId?: string | null; lastSnapshotId?: string | null }[],
  now: string,
): Promise<void> {
  const rows = new Map<string, AgentUpdate>()
  for (const { delivery, ...found } of heard) {
    const { agentId: id, agentVersion: version } = delivery
    if (id === undefined) continue
    rows.set(id, { ...rows.get(id), id, lastSeen: now, ...optional({ version }), ...found })
  }
  const { agents } = tx.tables(enrolmentTables)
  const told = Map.groupBy(rows.values(), (row) => updatedColumns.filter((column) => column in row).join())
  for (const ofOne of told.values()) {
    const set = updatedColumns.filter((column) => ofOne.every((row) => column in row))
    // They have what is set.
    await tx.updateRows(agents, ofOne as Required<AgentUpdate>[], { key: 'id', set })
  }
}
