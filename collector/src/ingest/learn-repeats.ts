import { freshUntil } from '../reconciliation/identifiers.ts'
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
  const shown = shownBefore(entry, placement)
  if (agentId === undefined || sameAs === undefined || !state || !shown) return []
  const isSeenAgain = !outcome.isNew && seenAs(world, item) === entry && !entry.newSightings.has(key)
  const isAlone = candidatesFor(world, item.evidence).every((other) => other === entry)
  const isClear = collisions.length === 0 && reason.review === null && entry.departedId === undefined
  if (!isSeenAgain || !isAlone || !isClear || !isLast(placement)) return []
  const { source, depth, snapshotId } = state
  return [
    {
      ...{ agentId, snapshotId, siteId: world.siteId, deviceId, sameAs, rules, at: observedAt, ...shown },
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

/** When what it shows is next to be written for the time's sake; undefined where it shows something else than before. */
function shownBefore(
  { identifiers, removedIdentifiers }: Entry,
  { item: { evidence, told, observedAt } }: Placement,
): Pick<Repeat, 'until' | 'isEven'> | undefined {
  const rows = evidence.flatMap((each) => identifiers.get(identifierKey(each)) ?? [])
  const isSame = rows.length === evidence.length && rows.every(({ firstSeen }) => firstSeen < observedAt)
  if (!isSame || rows.length === 0 || removedIdentifiers.size > 0) return undefined
  const times = rows.map(({ lastSeen }) => Date.parse(lastSeen))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return { until: freshUntil(first), isEven: first === last && told.length === evidence.length }
}
