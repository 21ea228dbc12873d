import type { RawPayloadRow, SnapshotRow } from '../snapshots/write.ts'
import type { Placement } from './place.ts'
import type { World } from './world.ts'

/** The snapshot of an observation; none where there was nothing to keep. */
export function snapshotRowOf(world: World, { item, entry, state, reason }: Placement): SnapshotRow[] {
  if (!state) return []
  const { delivery, sections } = item
  const { observation } = delivery
  return [
    {
      id: state.snapshotId,
      siteId: world.siteId,
      deviceId: entry.row.id,
      observationId: observation.id,
      auditDate: state.auditDate,
      receivedAt: world.now,
      source: observation.source,
      depth: observation.depth,
      scheduleId: null,
      auditServiceId: delivery.auditServiceId ?? null,
      agentId: delivery.agentId ?? null,
      taskId: delivery.task?.taskId ?? null,
      hardwareHash: state.hardwareHash,
      softwareHash: state.softwareHash,
      networkHash: state.networkHash,
      customFieldsHash: sections.get('customFields')?.hash ?? null,
      identity: observation.identity,
      report: {
        type: observation.type,
        name: observation.name,
        evidence: observation.evidence,
        truncated: observation.truncated,
        probes: observation.probes,
      },
      match: reason,
    },
  ]
}

export function rawRowOf({ item, state }: Placement): RawPayloadRow[] {
  const content = item.delivery.raw
  return state && content ? [{ snapshotId: state.snapshotId, content }] : []
}
