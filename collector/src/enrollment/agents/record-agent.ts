import type { AgentPlatform } from '@rollcall/shared/api/agent.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'
import type { AgentDelivery, AgentReport, StoredDelivery } from './agent-delivery.ts'
import { recordForks } from './used-by-several-machines.ts'

type AgentRow = ReturnType<typeof enrollmentTables>['agents']['$inferSelect']
/** Fields of an agent that a delivery updates. Absent fields stay. */
type AgentUpdate = Pick<AgentRow, 'id' | 'lastSeen' | 'snapshotWantedAt'> &
  Partial<Pick<AgentRow, 'version' | 'deviceId' | 'lastSnapshotId' | (typeof reportedColumns)[number]>>
const reportedColumns = ['platform', 'osName', 'truncated', 'clockAheadMs'] as const
const updatedColumns = [
  'lastSeen',
  'snapshotWantedAt',
  'version',
  'deviceId',
  'lastSnapshotId',
  ...reportedColumns,
] as const

/**
 * Returns errors for deliveries whose token has become invalid, in the transaction that stores the deliveries: the agent
 * was deleted, or it has joined again and has another token.
 */
export async function rejectInvalidAgents<D extends AgentDelivery>(
  tx: Tx,
  deliveries: readonly D[],
): Promise<Map<D, DomainError>> {
  const { agents } = tx.tables(enrollmentTables)
  const ids = [...new Set(deliveries.flatMap(({ agentId }) => agentId ?? []))]
  const rows = await tx.rowsAmong(agents, ids, { key: 'id', columns: ['id', 'tokenHash'] })
  const hashes = new Map(rows.map(({ id, tokenHash }) => [id, tokenHash]))
  const invalid = deliveries.filter(({ agentId = '', agentTokenHash }) => {
    const hash = hashes.get(agentId)
    return hash === undefined || hash !== agentTokenHash
  })
  return new Map(invalid.map((delivery) => [delivery, unknownAgent()]))
}

const unknownAgent = () => new DomainError('invalid_token', 'Unknown agent. Join it again.')

/** Reports whether `submit` rejected because the agent's token is invalid. */
export const isUnknownAgent = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'invalid_token'

/** Records the contact of agents with their device and version, in the transaction that stores the deliveries. */
export async function recordAgents(tx: Tx, stored: readonly StoredDelivery[], now: string): Promise<void> {
  // The device of a duplicate was recorded with the first delivery, and may have been deleted since.
  await recordForks(tx, stored, now)
  const found = stored.map(({ delivery, outcome: { status, deviceId, snapshotId } }) => ({
    delivery,
    ...(status === 'stored' ? { deviceId, lastSnapshotId: snapshotId } : {}),
  }))
  await updateAgents(tx, found, now)
}

/** Records the contact of agents whose device is on the Ignore List: they have no device. */
export const recordIgnoredAgents = (tx: Tx, ignored: readonly AgentDelivery[], now: string): Promise<void> =>
  updateAgents(
    tx,
    ignored.map((delivery) => ({ delivery, deviceId: null })),
    now,
  )

async function updateAgents(
  tx: Tx,
  updates: readonly { delivery: AgentDelivery; deviceId?: string | null; lastSnapshotId?: string | null }[],
  now: string,
): Promise<void> {
  const rows = new Map<string, AgentUpdate>()
  for (const { delivery, ...found } of updates) {
    const { agentId: id, agentVersion: version, agentReport: report } = delivery
    if (id === undefined) continue
    rows.set(id, {
      ...rows.get(id),
      id,
      lastSeen: now,
      // The delivery fulfils a request.
      snapshotWantedAt: null,
      ...optional({ version }),
      ...(report && reportedFields(report)),
      ...found,
    })
  }
  const { agents } = tx.tables(enrollmentTables)
  const byColumns = Map.groupBy(rows.values(), (row) => updatedColumns.filter((column) => column in row).join())
  for (const ofOne of byColumns.values()) {
    const set = updatedColumns.filter((column) => ofOne.every((row) => column in row))
    // Every row has the columns of `set`.
    await tx.updateRows(agents, ofOne as Required<AgentUpdate>[], { key: 'id', set })
  }
}

function reportedFields({
  osName,
  truncated,
  clockAheadMs,
}: AgentReport): Pick<AgentRow, (typeof reportedColumns)[number]> {
  return {
    osName,
    platform: osName === null ? null : platformOf(osName),
    truncated: truncated.length > 0 ? [...truncated] : null,
    clockAheadMs,
  }
}

/** Derives the platform of an agent from the name of its operating system. Agents run on three platforms. */
function platformOf(osName: string): AgentPlatform {
  if (/windows/i.test(osName)) return 'windows'
  return /mac ?os|os x|darwin/i.test(osName) ? 'macos' : 'linux'
}
