import { dayMs } from '@rollcall/shared/durations.ts'
import { openTwoMachinesReview } from '../../device-records/two-machines-review.ts'
import { earlier } from '../../lib/shift-time.ts'
import { machineOfSnapshot } from '../../snapshots/read/facts-of-snapshots.ts'
import { type AgentFork, enrollmentTables } from '../../store/schema/enrollment.ts'
import type { Tx } from '../../store/store.ts'
import type { StoredDelivery } from './agent-delivery.ts'

/**
 * Number of snapshots that follow another one than the last, from which two machines are assumed to share an agent's
 * state.
 */
const forksMin = 3
/** Period in which a fork counts. */
export const forkMs = 14 * dayMs

/**
 * Detects two machines that share the state of one agent. An agent reports the snapshot that it sent before, and each
 * copy reports its own. A state restored from a backup forks once. A state restored at every start forks from the same
 * snapshot each time, and is one machine.
 */
export async function recordForks(tx: Tx, stored: readonly StoredDelivery[], now: string): Promise<void> {
  const sent = stored.filter(({ delivery, outcome }) => delivery.agentPreviousId && outcome.status === 'stored')
  if (sent.length === 0) return
  const { agents } = tx.tables(enrollmentTables)
  const ids = [...new Set(sent.map(({ delivery }) => delivery.agentId ?? ''))]
  const rows = await tx.rowsAmong(agents, ids, { key: 'id', columns: ['id', 'lastSnapshotId', 'forks', 'copiedAt'] })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const forked = new Set<string>()
  for (const { delivery, outcome } of sent) {
    const { agentId = '', agentPreviousId = '', siteId } = delivery
    const agent = byId.get(agentId)
    if (!agent) continue
    const last = agent.lastSnapshotId
    agent.lastSnapshotId = outcome.snapshotId
    if (last === null || last === agentPreviousId) continue
    const forks = withFork(agent.forks ?? [], { at: now, from: agentPreviousId })
    if (forks === agent.forks) continue
    agent.forks = forks
    forked.add(agentId)
    if (forks.length < forksMin) continue
    agent.copiedAt = now
    const one = await machineOfSnapshot(tx, outcome.snapshotId ?? '')
    const other = await machineOfSnapshot(tx, last)
    if (!one || !other || one.deviceId !== other.deviceId) continue
    await openTwoMachinesReview(tx, { deviceId: one.deviceId, siteId, machines: [one, other], at: now }, now)
  }
  const changed = [...forked].flatMap((id) => byId.get(id) ?? [])
  await tx.updateRows(agents, changed, { key: 'id', set: ['forks', 'copiedAt'] })
}

/** Adds a fork to the recent ones. A fork from the same snapshot as the last one adds nothing. */
function withFork(forks: readonly AgentFork[], fork: AgentFork): AgentFork[] {
  const since = earlier(fork.at, forkMs)
  const recent = forks.filter(({ at }) => at >= since)
  return recent.at(-1)?.from === fork.from ? (forks as AgentFork[]) : [...recent, fork].slice(-forksMin)
}
