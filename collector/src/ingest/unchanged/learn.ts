import { keyOf } from '../../matching/lookup-keys.ts'
import { freshUntil } from '../../matching/update-identifiers.ts'
import { numbersOf } from '../../snapshots/write/insert-snapshots.ts'
import type { Tx } from '../../store/store.ts'
import type { Match } from '../match/match.ts'
import { candidatesFor, seenAs, type UnitOfWork } from '../match/unit-of-work.ts'
import type { LastSnapshot, UnchangedCache } from './cache.ts'
import { unchangedFrom } from './store.ts'

/**
 * Caches the last snapshots of agents after a group was stored, if they are found to change nothing but times. Entries
 * of all other devices in the group are dropped.
 */
export async function learnUnchanged(
  tx: Tx,
  work: UnitOfWork,
  matches: readonly Match[],
  unchanged: UnchangedCache,
  rules: string,
): Promise<void> {
  // Reclustering may concern devices that were not loaded.
  if (matches.some(({ needsReclustering }) => needsReclustering)) return unchanged.forgetAll()
  unchanged.forget(work.devices.keys())
  const ofEach = [...Map.groupBy(matches, ({ device }) => device.row.id).values()]
  // A snapshot after another one of the same device may restore values that the other one removed.
  const learned = ofEach.flatMap(([found, another]) => (found && !another ? learnedFrom(work, found, rules) : []))
  const numbers = await numbersOf(
    tx,
    learned.map(({ snapshotId }) => snapshotId),
  )
  for (const { agentId, snapshotId, ...last } of learned) {
    const found = numbers.get(snapshotId)
    if (found) unchanged.set(agentId, { ...last, numbers: found })
  }
}

type Learned = Omit<LastSnapshot, 'numbers'> & { agentId: string; snapshotId: string }

/** Only times have moved, and no other device is like it: matching will give the same result. */
function learnedFrom(work: UnitOfWork, found: Match, rules: string): Learned[] {
  const { observation, device, changeset, state, reason, collisions } = found
  const { delivery, observedAt: auditDate, evidence } = observation
  const deviceId = device.row.id
  const [agentId, sameAs] = [unchangedFrom(delivery), delivery.packed?.dictionaryOf]
  if (agentId === undefined || sameAs === undefined || !state) return []
  const times = timesOf(found)
  if (!times) return []
  const { sightings } = changeset
  const isNewSighting = sightings && 'inserted' in sightings && sightings.inserted.length > 0
  const isSeenAgain = changeset.row.before !== null && seenAs(work, observation)?.row.id === deviceId && !isNewSighting
  const isAlone = candidatesFor(work, evidence).every(({ row }) => row.id === deviceId)
  const isClear = collisions.length === 0 && reason.review === null
  if (!isSeenAgain || !isAlone || !isClear || !isLast(work, found)) return []
  const { source, depth, snapshotId } = state
  return [
    {
      ...{ agentId, snapshotId, siteId: work.siteId, deviceId, sameAs, rules, auditDate, ...times },
      origin: { source, depth },
    },
  ]
}

/** Reports whether the device shows this snapshot, and no other audit could replace it. */
function isLast({ devices }: UnitOfWork, { observation, device, state }: Match): boolean {
  const { row, states, sightings } = devices.get(device.row.id) ?? device
  const { observedAt, sightingKey } = observation
  return (
    row.auditId === state?.snapshotId &&
    row.lastSeen === observedAt &&
    !row.isArchived &&
    states.every(({ snapshotId, depth }) => snapshotId === state?.snapshotId || depth !== 'audit') &&
    [...sightings.values()].every(({ key, firstAt }) => key === sightingKey || firstAt < observedAt)
  )
}

/**
 * Time at which identifiers have to be written next. undefined if the snapshot reports other identifiers than before.
 */
function timesOf({ observation, device, changeset }: Match): Pick<LastSnapshot, 'freshUntil' | 'isEven'> | undefined {
  const { evidence, reported, observedAt } = observation
  const rows = evidence.flatMap((each) => device.identifiers.get(keyOf(each)) ?? [])
  const isSame = rows.length === evidence.length && rows.every(({ firstSeen }) => firstSeen < observedAt)
  if (!isSame || rows.length === 0 || (changeset.identifiers?.removed.length ?? 0) > 0) return undefined
  const times = rows.map(({ lastSeen }) => Date.parse(lastSeen))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return { freshUntil: freshUntil(first), isEven: first === last && reported.length === evidence.length }
}
