import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import type { Review, ReviewSide } from '@rollcall/shared/api/review.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { evidenceKinds } from '@rollcall/shared/inventory/match.ts'
import { briefDevices } from '../../device-records/device-names.ts'
import { shownAgainst, textOf } from '../../matching/shown-value.ts'
import { siteSettings } from '../../sites/settings.ts'
import type { Db } from '../../store/store.ts'
import { ifNothingIsDone } from './if-nothing-is-done.ts'
import type { Situation } from './open-reviews.ts'
import { type Side, sidesOfDevices, sidesOfDoubts } from './sides.ts'

/** Limits of one review: a value may have many devices. */
const devicesMax = 32
const evidenceMax = 32

/** Describes situations for a person: all sides, the evidence, and what happens if nobody decides. */
export async function describeReviews(db: Db, siteId: string, situations: readonly Situation[]): Promise<Review[]> {
  const ids = situations.flatMap(({ deviceIds }) => [...deviceIds].slice(0, devicesMax))
  const listed = await briefDevices(db, ids)
  const ofDevices = await sidesOfDevices(db, [...listed.values()])
  const { retention } = await siteSettings(db, siteId)
  return situations.flatMap((situation): Review[] => {
    const devices = [...situation.deviceIds].flatMap((id) => listed.get(id) ?? []).sort(byAge)
    const [first] = devices
    if (!first) return []
    const isAlone = situation.collisions.length + situation.pairs.length === 0
    const sides: readonly Side[] = isAlone
      ? sidesOfDoubts(situation.doubts, first)
      : devices.flatMap(({ id }) => ofDevices.get(id) ?? [])
    const waiting = ifNothingIsDone(situation, devices, retention)
    return [
      { ...(isAlone ? aboutDoubt(situation) : aboutRecords(situation)), devices, sides: shown(sides), ...waiting },
    ]
  })
}

const byAge = (a: BriefDevice, b: BriefDevice): number =>
  a.firstSeen === b.firstSeen ? (a.id < b.id ? -1 : 1) : a.firstSeen < b.firstSeen ? -1 : 1

const shown = (sides: readonly Side[]): ReviewSide[] => sides.slice(0, devicesMax)

type About = Omit<Review, 'devices' | 'sides' | 'ifNothingIsDone'>

function aboutDoubt({ doubts: [doubt] }: Situation): About {
  const { review = '', snapshotId, since = null, snapshot } = doubt ?? {}
  const match = snapshot?.match
  return {
    kind: 'device',
    review,
    evidence: match?.matched ?? [],
    against: match?.against ?? [],
    confidence: match?.confidence ?? null,
    snapshotId: snapshotId || null,
    since,
  }
}

function aboutRecords({ collisions, pairs, doubts, shared }: Situation): About {
  const [latest] = collisions
  const [pair] = pairs
  const since = [...collisions.map(({ firstAt }) => firstAt), ...doubts.map((doubt) => doubt.since)].sort()[0]
  return {
    kind: latest ? 'collision' : 'pair',
    review: [
      latest
        ? // The name of a manufacturer may end with the period.
          `${collisionInWords(collisions)}.`.replace(/\.\.$/, '.')
        : (pair?.review ?? 'The identifiers of one of them match the other as well.'),
      ...new Set(doubts.map(({ review }) => review)),
    ].join(' '),
    evidence: [...shared.values()].slice(0, evidenceMax),
    against: shownAgainst(pair?.against ?? []),
    confidence: latest ? null : (pair?.confidence ?? null),
    snapshotId: doubts[0]?.snapshotId || null,
    since: since ?? null,
  }
}

const valuesInWordsMax = 3

function collisionInWords(collisions: Situation['collisions']): string {
  const devices = Math.max(...collisions.map(({ devices }) => devices.length))
  const values = collisions
    .map(({ value }) => value)
    .toSorted((a, b) => evidenceKinds.indexOf(a.kind) - evidenceKinds.indexOf(b.kind))
    .slice(0, valuesInWordsMax)
    .map(textOf)
  return `${counted(devices, 'live device reports', 'live devices report')} ${values.join(' and ')}`
}
