import { newId } from '@rollcall/shared/ids.ts'
import { touchIdentifiers, writeSeenAgain } from '../devices/write.ts'
import { hasListeners } from '../events/listeners.ts'
import { recordEvents } from '../events/record.ts'
import { touchSeenAgain } from '../identity/sightings.ts'
import { queueForOffload } from '../offload/queue.ts'
import { freshUntil } from '../reconciliation/identifiers.ts'
import { findStored, insertNumbered } from '../snapshots/write.ts'
import type { Tx } from '../store/store.ts'
import type { IngestOutcome, Origin } from './delivery.ts'
import { snapshotAdded } from './events.ts'
import type { Prepared } from './prepare.ts'
import type { Repeat, Repeats } from './repeats.ts'
import type { Payloads } from './snapshot-row.ts'

type Material = { payloads: Payloads; repeats: Repeats; rules: string }

/**
 * Stores those of a group that say again what their agent said last, of devices that nothing else has touched since:
 * what `storeGroup` would find out and write, without finding it out. Gives their outcomes; the others are left to it.
 */
export async function storeAgain(
  tx: Tx,
  siteId: string,
  group: readonly Prepared[],
  { payloads, repeats, rules }: Material,
  now: string,
): Promise<Map<Prepared, IngestOutcome>> {
  const repeated = group.filter((item) => repeatOf(item, repeats, rules))
  if (repeated.length === 0) return new Map()
  const stored = await findStored(
    tx,
    siteId,
    repeated.map(({ head }) => head.id),
  )
  const ids = new Set(stored.keys())
  const again: { item: Prepared; repeat: Repeat; snapshotId: string }[] = []
  const due: { item: Prepared; repeat: Repeat }[] = []
  for (const item of repeated) {
    // Of two in one group the first has moved the time.
    const repeat = repeatOf(item, repeats, rules)
    if (!repeat || ids.has(item.head.id)) continue
    ids.add(item.head.id)
    repeat.at = item.observedAt
    again.push({ item, repeat, snapshotId: newId() })
    if (repeat.at < repeat.until) continue
    repeat.until = freshUntil(Date.parse(repeat.at))
    due.push({ item, repeat })
  }
  await writeSeenAgain(
    tx,
    again.map(({ item: { head, observedAt: auditDate }, repeat: { deviceId, origin }, snapshotId }) => ({
      ...{ deviceId, ...origin, snapshotId, observationId: head.id, auditDate },
    })),
  )
  await touchIdentifiers(
    tx,
    due.flatMap(({ item: { told, observedAt: lastSeen }, repeat: { deviceId, origin } }) =>
      told.map(({ kind, value }) => ({ deviceId, kind, value, lastSeen, origin: origin.source })),
    ),
  )
  await touchSeenAgain(
    tx,
    again.map(({ item, repeat: { deviceId } }) => ({ deviceId, key: item.sightingKey, lastAt: item.observedAt })),
  )
  await insertNumbered(
    tx,
    again.map(({ item: { head, observedAt }, repeat: { deviceId, origin, numbers }, snapshotId }) => ({
      ...{ id: snapshotId, deviceId, observationId: head.id, auditDate: observedAt, receivedAt: now },
      ...{ ...origin, taskId: null, ...numbers },
    })),
    again.flatMap(({ item, snapshotId }) => {
      const payload = payloads.get(item)
      return payload ? [{ snapshotId, ...payload }] : []
    }),
  )
  await queueForOffload(
    tx,
    siteId,
    again.map(({ snapshotId }) => snapshotId),
    now,
  )
  if (await hasListeners(tx, siteId, now)) {
    const events = again.map(({ item, repeat: { deviceId, origin }, snapshotId }) =>
      snapshotAdded(deviceId, { ...origin, snapshotId, auditDate: item.observedAt }),
    )
    await recordEvents(tx, { siteId, timestamp: now, events })
  }
  return new Map(
    again.map(({ item, repeat: { deviceId }, snapshotId }) => [
      item,
      { status: 'stored', deviceId, snapshotId, isNew: false },
    ]),
  )
}

/** What is known to come of an observation, where it is the next of its agent. */
function repeatOf({ delivery, observedAt }: Prepared, repeats: Repeats, rules: string): Repeat | undefined {
  const agentId = agentAgain(delivery)
  const repeat = agentId === undefined ? undefined : repeats.find(agentId)
  if (repeat?.sameAs !== delivery.packed?.dictionaryOf || repeat?.siteId !== delivery.siteId) return undefined
  const isKnown = repeat.isEven || observedAt < repeat.until
  return isKnown && repeat.rules === rules && observedAt > repeat.at ? repeat : undefined
}

/** The agent that says the same again, where that is all that its delivery brings. */
export function agentAgain(delivery: Origin): string | undefined {
  const { agentId, packed, task, segmentId, scheduleId, autoTagId, autoTag, onlyNew, laidOver } = delivery
  if (packed?.dictionaryOf === undefined) return undefined
  const brings = [task, segmentId, scheduleId, autoTagId, autoTag, onlyNew, laidOver]
  return brings.every((each) => each === undefined) ? agentId : undefined
}
