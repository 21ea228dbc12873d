import type { PackedPayload } from '../snapshots/raw-payloads.ts'
import type { RawPayloadRow, SnapshotRow } from '../snapshots/write.ts'
import type { Placement } from './place.ts'
import type { Prepared } from './prepare.ts'
import type { World } from './world.ts'

/** What the origins of a group sent, packed. */
export type Payloads = ReadonlyMap<Prepared, PackedPayload>

/** The snapshot of an observation; none where there was nothing to keep. */
export function snapshotRowOf(world: World, { item, entry, state, reason }: Placement): SnapshotRow[] {
  if (!state) return []
  const { delivery, head, sections } = item
  return [
    {
      id: state.snapshotId,
      siteId: world.siteId,
      deviceId: entry.row.id,
      observationId: head.id,
      auditDate: state.auditDate,
      receivedAt: world.now,
      source: head.source,
      depth: head.depth,
      scheduleId: delivery.scheduleId ?? null,
      auditServiceId: delivery.auditServiceId ?? null,
      agentId: delivery.agentId ?? null,
      taskId: delivery.task?.taskId ?? null,
      hardwareHash: state.hardwareHash,
      softwareHash: state.softwareHash,
      networkHash: state.networkHash,
      customFieldsHash: sections.get('customFields')?.hash ?? null,
      identity: head.identity,
      report: {
        type: head.type,
        name: head.name,
        dnsName: head.dnsName,
        evidence: head.evidence,
        truncated: head.truncated,
        probes: head.probes,
      },
      match: reason,
    },
  ]
}

export function rawRowOf({ item, state }: Placement, payloads: Payloads): RawPayloadRow[] {
  const payload = payloads.get(item)
  return state && payload ? [{ snapshotId: state.snapshotId, ...payload }] : []
}
