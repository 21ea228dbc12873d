import type { MatchReason } from '@rollcall/shared/inventory/match.ts'
import { type SightingMark, tracesOf } from '../identity/sightings.ts'
import { isComplete, losesAddress, updateIdentifiers } from '../reconciliation/identifiers.ts'
import { keyOf } from '../reconciliation/lookup-keys.ts'
import { isOf } from '../reconciliation/settle.ts'
import { tookTurns } from '../reconciliation/sighting.ts'
import type { Prepared } from './prepare.ts'
import {
  addSighting,
  candidatesFor,
  type Entry,
  identifierKey,
  removeIdentifier,
  touchSighting,
  unsettle,
  type World,
  writeIdentifier,
} from './world.ts'

/** Notes what an observation says of which device it is: before its record is brought up to date. */
export function noteIdentity(
  world: World,
  entry: Entry,
  item: Prepared,
  reason: Pick<MatchReason, 'matched'>,
  isNewest: boolean,
): void {
  noteSighting(world, entry, item)
  noteIdentifiers(world, entry, item, reason, isNewest)
  const others = candidatesFor(world, item.evidence).filter((other) => other !== entry)
  const candidate = { deviceId: entry.row.id, identifiers: [...entry.identifiers.values()] }
  if (others.some((other) => isFoldable(other) && isOf([...other.identifiers.values()], candidate))) {
    unsettle(world, entry, item)
  }
  const reached = item.evidence.filter(({ kind }) => kind === 'ip')
  for (const other of candidatesFor(world, reached)) {
    if (other === entry) continue
    for (const identifier of [...other.identifiers.values()]) {
      if (losesAddress(identifier, reached, item.observedAt)) removeIdentifier(world, other, identifier)
    }
  }
}

/** Nobody ever looked inside, so that it may turn out to be an address of another. */
const isFoldable = ({ row, states, sightings }: Entry): boolean =>
  row.auditId === null &&
  !states.some(({ depth }) => depth === 'audit') &&
  ![...sightings.values()].some(({ decided }) => decided)

function noteIdentifiers(
  world: World,
  entry: Entry,
  { evidence, observedAt, head }: Prepared,
  { matched }: Pick<MatchReason, 'matched'>,
  isNewest: boolean,
): void {
  const isAudited = entry.states.some(({ depth }) => depth === 'audit')
  const { write, remove } = updateIdentifiers(
    [...entry.identifiers.values()],
    {
      evidence,
      observedAt,
      origin: head.source,
      isNewest,
      isComplete: isComplete({ depth: head.depth, isAudited, matched }),
    },
    (identifier) => (world.holders.get(identifierKey(identifier))?.size ?? 0) > 1,
  )
  for (const identifier of remove) removeIdentifier(world, entry, identifier)
  for (const identifier of write) writeIdentifier(world, entry, identifier)
}

/**
 * What was said before is only said again, later. Where it is new and late, or is said again after something else was,
 * the same observations in order might have made other devices: that is settled after the group is written.
 */
function noteSighting(world: World, entry: Entry, item: Prepared): void {
  const { sightingKey: key, observedAt: at } = item
  const known = entry.sightings.get(key)
  if (!known) {
    if (isLate(world, entry, item)) unsettle(world, entry, item)
    addSighting(world, entry, item)
    return
  }
  if (at >= known.firstAt && at <= known.lastAt) return
  const hasOvertaken = [...entry.sightings.values()].some(
    ({ depth, firstAt }) => depth === 'audit' && firstAt > known.firstAt && firstAt >= known.lastAt && firstAt < at,
  )
  if (at < known.firstAt || (known.depth === 'audit' && hasOvertaken)) unsettle(world, entry, item)
  const firstAt = at < known.firstAt ? at : known.firstAt
  const lastAt = at > known.lastAt ? at : known.lastAt
  const after = { ...known, firstAt, lastAt }
  touchSighting(entry, after)
  const others = [...entry.sightings.values()].filter(
    (other) => isOfAgent(other) && tookTurns(after, other) && (known.lastAt < other.lastAt || !tookTurns(known, other)),
  )
  if (isOfAgent(known) && others.length > 0) {
    world.turns.push({ deviceId: entry.row.id, key, otherKeys: others.map((other) => other.key), at })
  }
}

/** Whether a device that it could have to do with was seen after it. */
function isLate(world: World, entry: Entry, { evidence, sightingKey, observedAt }: Prepared): boolean {
  const before = world.seenAs.get(sightingKey)
  const ids = tracesOf(evidence).flatMap((key) => [...(world.traces.get(keyOf(key)) ?? [])])
  const traced = before ? [before] : ids.flatMap((id) => world.entries.get(id) ?? [])
  return [entry, ...traced, ...candidatesFor(world, evidence)].some(({ row }) => row.lastSeen > observedAt)
}

const isOfAgent = ({ source, depth }: SightingMark): boolean => source === 'Agent' && depth === 'audit'
