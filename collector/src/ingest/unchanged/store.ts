import { newId } from '@rollcall/shared/ids.ts'
import { hasListeners } from '../../activity/events/listeners.ts'
import { applyUnchanged } from '../../devices/changeset/apply.ts'
import type { UnchangedSnapshot } from '../../devices/changeset/changeset.ts'
import { freshUntil } from '../../matching/update-identifiers.ts'
import { findStored } from '../../snapshots/write/insert-snapshots.ts'
import type { Tx } from '../../store/store.ts'
import type { IngestOutcome, Origin } from '../accept/delivery.ts'
import { type Payloads, type Prepared, payloadRow } from '../accept/prepare.ts'
import { snapshotAdded } from '../match/describe-changes.ts'
import { actorOf } from '../match/row-after.ts'
import type { LastSnapshot, UnchangedCache } from './cache.ts'

type Material = { payloads: Payloads; unchanged: UnchangedCache; rules: string }

/**
 * Stores the unchanged snapshots of a group if nothing else has touched their devices since the last one. Their
 * changesets have only times and are built without reading the devices. Returns their outcomes; the other observations
 * are left to be matched.
 */
export async function storeUnchanged(
  tx: Tx,
  siteId: string,
  group: readonly Prepared[],
  { payloads, unchanged, rules }: Material,
  now: string,
): Promise<Map<Prepared, IngestOutcome>> {
  const repeated = group.filter((item) => findLast(item, unchanged, rules))
  if (repeated.length === 0) return new Map()
  const stored = await findStored(
    tx,
    siteId,
    repeated.map(({ head }) => head.id),
  )
  const isListenedTo = await hasListeners(tx, siteId, now)
  const ids = new Set(stored.keys())
  const found: { item: Prepared; snapshot: UnchangedSnapshot }[] = []
  for (const item of repeated) {
    // The first of two in one group has moved the time.
    const last = findLast(item, unchanged, rules)
    if (!last || ids.has(item.head.id)) continue
    ids.add(item.head.id)
    const isDue = item.observedAt >= last.freshUntil
    last.auditDate = item.observedAt
    if (isDue) last.freshUntil = freshUntil(Date.parse(item.observedAt))
    found.push({ item, snapshot: snapshotOf(item, last, { now, isDue, isListenedTo }) })
  }
  await applyUnchanged(
    tx,
    found.map(({ snapshot }) => snapshot),
    found.flatMap(({ item, snapshot }) => payloadRow(payloads, item, snapshot.snapshotId)),
  )
  return new Map(
    found.map(({ item, snapshot: { deviceId, snapshotId } }) => [
      item,
      { status: 'stored', deviceId, snapshotId, isNew: false },
    ]),
  )
}

function snapshotOf(
  { delivery, head, reported, observedAt: auditDate, sightingKey }: Prepared,
  { siteId, deviceId, origin, numbers }: LastSnapshot,
  { now, isDue, isListenedTo }: { now: string; isDue: boolean; isListenedTo: boolean },
): UnchangedSnapshot {
  const snapshot = { ...origin, snapshotId: newId(), observationId: head.id, auditDate }
  return {
    ...snapshot,
    ...{ operation: { siteId, at: now, actor: actorOf(delivery) }, deviceId, numbers, sightingKey },
    identifiers: isDue ? reported : [],
    events: isListenedTo ? [snapshotAdded(deviceId, snapshot)] : [],
  }
}

/** Finds the snapshot before an observation, if the observation is sure to change nothing but times. */
function findLast(
  { delivery, observedAt }: Prepared,
  unchanged: UnchangedCache,
  rules: string,
): LastSnapshot | undefined {
  const agentId = unchangedFrom(delivery)
  const last = agentId === undefined ? undefined : unchanged.find(agentId)
  if (last?.sameAs !== delivery.packed?.dictionaryOf || last?.siteId !== delivery.siteId) return undefined
  const isSure = last.isEven || observedAt < last.freshUntil
  return isSure && last.rules === rules && observedAt > last.auditDate ? last : undefined
}

/** The agent of an unchanged snapshot, if its delivery brings nothing else. */
export function unchangedFrom(delivery: Origin): string | undefined {
  const { agentId, packed, task, segmentId, scheduleId, autoTagId, autoTag, onlyNew, laidOver } = delivery
  if (packed?.dictionaryOf === undefined) return undefined
  const brings = [task, segmentId, scheduleId, autoTagId, autoTag, onlyNew, laidOver]
  return brings.every((each) => each === undefined) ? agentId : undefined
}
