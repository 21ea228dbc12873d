import { freshMs } from '../reconciliation/identifiers.ts'
import { numbersOf } from '../snapshots/write.ts'
import type { Tx } from '../store/store.ts'
import type { Placement } from './place.ts'
import type { Repeat, Repeats } from './repeats.ts'
import { agentAgain } from './store-again.ts'
import { candidatesFor, type Entry, identifierKey, seenAs, type World } from './world.ts'

/**
 * After observations are stored: what was known of the devices that they had to do with holds no more, and of those that
 * were found to be the same as ever it is known what the next will come to.
 */
export async function learnRepeats(
  tx: Tx,
  world: World,
  placements: readonly Placement[],
  repeats: Repeats,
  rules: string,
): Promise<void> {
  // What is settled may concern devices that are not in this world.
  if (world.unsettled.size > 0) return repeats.forgetAll()
  repeats.forget(world.entries.keys())
  const ofEach = [...Map.groupBy(placements, ({ entry }) => entry).values()]
  // What comes after one of the same device in a group may bring back what that one has removed.
  const learned = ofEach.flatMap(([placement, another]) =>
    placement && !another ? learnedFrom(world, placement, rules) : [],
  )
  const numbers = await numbersOf(
    tx,
    learned.map(({ snapshotId }) => snapshotId),
  )
  for (const { agentId, snapshotId, ...repeat } of learned) {
    const found = numbers.get(snapshotId)
    if (found) repeats.set(agentId, { ...repeat, numbers: found })
  }
}

type Learned = Omit<Repeat, 'numbers'> & { agentId: string; snapshotId: string }

/** Nothing but times has moved, and no other device is like it: all that `place` goes by will be as it is now. */
function learnedFrom(world: World, placement: Placement, rules: string): Learned[] {
  const { item, entry, state, outcome, reason, collisions } = placement
  const { delivery, observedAt, sightingKey: key } = item
  const { deviceId } = outcome
  const [agentId, sameAs] = [agentAgain(delivery), delivery.packed?.dictionaryOf]
  const until = freshUntil(entry, placement)
  if (agentId === undefined || sameAs === undefined || !state || until === undefined) return []
  const isSeenAgain = !outcome.isNew && seenAs(world, item) === entry && !entry.newSightings.has(key)
  const isAlone = candidatesFor(world, item.evidence).every((other) => other === entry)
  const isClear = collisions.length === 0 && reason.review === null && entry.departedId === undefined
  if (!isSeenAgain || !isAlone || !isClear || !isLast(placement)) return []
  const { source, depth, snapshotId } = state
  return [
    {
      ...{ agentId, snapshotId, siteId: world.siteId, deviceId, sameAs, rules, until, at: observedAt },
      origin: { source, depth },
    },
  ]
}

/** It is what the device shows now, and no other audit could be. */
function isLast({ item: { observedAt, sightingKey }, entry, state }: Placement): boolean {
  const { row, states, sightings } = entry
  return (
    row.auditId === state?.snapshotId &&
    row.lastSeen === observedAt &&
    !row.isArchived &&
    states.every((other) => other === state || other.depth !== 'audit') &&
    [...sightings.values()].every(({ key, firstAt }) => key === sightingKey || firstAt < observedAt)
  )
}

/** When an identifier that it shows is next to be written; undefined where it shows other ones than before. */
function freshUntil(entry: Entry, { item: { evidence, observedAt } }: Placement): string | undefined {
  const rows = evidence.map((each) => entry.identifiers.get(identifierKey(each)))
  const isSame = entry.removedIdentifiers.size === 0 && rows.every((row) => row && row.firstSeen < observedAt)
  const times = rows.flatMap((row) => (row ? [Date.parse(row.lastSeen)] : []))
  return isSame && times.length > 0 ? new Date(Math.min(...times) + freshMs).toISOString() : undefined
}
