import { newId } from '@rollcall/shared/ids.ts'
import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import type { State } from '../../matching/newest-states.ts'
import type { SnapshotRow } from '../../snapshots/write/insert-snapshots.ts'
import type { Observed, UnitOfWork } from './unit-of-work.ts'

/** The snapshot row of an observation. */
export function snapshotRow(
  { delivery, head, earlier }: Observed,
  { siteId, now }: UnitOfWork,
  deviceId: string,
  state: State,
  match: MatchReason,
): SnapshotRow {
  const { snapshotId: id, earlier: _, ...ofState } = state
  return {
    ...ofState,
    id,
    siteId,
    deviceId,
    receivedAt: now,
    scheduleId: delivery.scheduleId ?? null,
    auditServiceId: delivery.auditServiceId ?? null,
    agentId: delivery.agentId ?? null,
    taskId: delivery.task?.taskId ?? null,
    identity: head.identity,
    report: {
      type: head.type,
      name: head.name,
      dnsName: head.dnsName,
      evidence: head.evidence,
      truncated: head.truncated,
      probes: head.probes,
      ...(head.incomplete?.length && { incomplete: head.incomplete }),
      ...(earlier?.length && { earlier }),
    },
    match,
  }
}

/** Returns the state that an observation with a snapshot makes. */
export function stateOf({ head, observedAt, sections }: Observed): State {
  return {
    source: head.source,
    depth: head.depth,
    snapshotId: newId(),
    observationId: head.id,
    auditDate: observedAt,
    hardwareHash: sections.get('hardware')?.hash ?? null,
    softwareHash: sections.get('software')?.hash ?? null,
    networkHash: sections.get('network')?.hash ?? null,
    customFieldsHash: sections.get('customFields')?.hash ?? null,
    earlier: null,
  }
}
