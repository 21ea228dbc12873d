import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { recordReviews } from '../../device-records/reviews.ts'
import { loadSightings, type SightingRow } from '../../device-records/sightings.ts'
import { areLikelyTwo } from '../../matching/sighting.ts'
import type { Tx } from '../../store/store.ts'
import { liveMs } from './collisions.ts'

/** A sighting that came again after others of the same device had, which had come again after it. */
export type Turns = { deviceId: string; key: string; otherKeys: readonly string[]; at: string }

/**
 * Opens a review for a device that two machines seem to use: they were seen in turns, and differ in what one machine does
 * not change to and fro. It closes by itself when they no longer take turns.
 */
export async function recordTurns(tx: Tx, siteId: string, turns: readonly Turns[], now: string): Promise<void> {
  if (turns.length === 0) return
  const sightings = await loadSightings(tx, [...new Set(turns.map(({ deviceId }) => deviceId))])
  for (const { deviceId, key, otherKeys, at } of turns) {
    const ofDevice = sightings.filter((row) => row.deviceId === deviceId)
    const current = ofDevice.find((row) => row.key === key)
    const [other] = ofDevice
      .filter((row) => otherKeys.includes(row.key) && current && areLikelyTwo(current.evidence, row.evidence))
      .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    if (current && other)
      await openTwinReview(tx, { deviceId, siteId, machines: [machineOf(current), machineOf(other)], at }, now)
  }
}

/** What tells one of two machines from the other. */
export type Machine = { evidence: readonly Pick<Evidence, 'kind' | 'value'>[]; lastAt: string }

const machineOf = ({ evidence, lastAt }: SightingRow): Machine => ({ evidence, lastAt })

type Twins = { deviceId: string; siteId: string; machines: readonly [Machine, Machine]; at: string }

/** Opens, or keeps open, the review of a device that two machines seem to use. */
export async function openTwinReview(tx: Tx, { deviceId, siteId, machines, at }: Twins, now: string): Promise<void> {
  const [one, other] = machines.map(inWords)
  const review = `Two machines seem to use this identity, as they report in turns. One is ${one}. The other is ${other}. If one is a copy of the other, delete the agent, remove its state from both machines, and join each with a join token.`
  const latest = at > now ? at : now
  const endsAt = new Date(Date.parse(latest) + liveMs).toISOString()
  await recordReviews(tx, [{ deviceId, siteId, review, snapshotId: null, since: now, endsAt }])
}

/** Values of a kind that are shown. */
const shownMax = 4

function inWords({ evidence, lastAt }: Machine): string {
  const valuesOf = (...kinds: EvidenceKind[]) => [
    ...new Set(evidence.flatMap(({ kind, value }) => (kinds.includes(kind) ? [value] : []))),
  ]
  const facts: [string, string[]][] = [
    ['address', valuesOf('ip', 'claimedIp')],
    ['MAC', valuesOf('mac')],
    ['serial number', valuesOf('serial')],
    ['machine id', valuesOf('machine')],
  ]
  const told = facts.flatMap(([label, values]) =>
    values.length === 0 ? [] : [`${label} ${values.slice(0, shownMax).join(', ')}`],
  )
  const name = valuesOf('name')[0] ?? 'a machine without a name'
  return `${name} (${[...told, `last seen ${lastAt}`].join('; ')})`
}
