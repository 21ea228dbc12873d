import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { later } from '../lib/shift-time.ts'
import { type FormedKey, shownTexts } from '../matching/shown-value.ts'
import type { Tx } from '../store/store.ts'
import { liveMs, recordReviews } from './reviews.ts'

/** Values that distinguish one of two machines from the other. */
export type Machine = { evidence: readonly FormedKey[]; lastAt: string }

type Twins = { deviceId: string; siteId: string; machines: readonly [Machine, Machine]; at: string }

/** Opens the review of a device that two machines seem to use, or keeps it open. */
export async function openTwoMachinesReview(
  tx: Tx,
  { deviceId, siteId, machines, at }: Twins,
  now: string,
): Promise<void> {
  const [one, other] = machines.map(inWords)
  const review = `Two machines seem to use this identity: they report in turn. One is ${one}. The other is ${other}. ${adviceFor(machines)}`
  const latest = at > now ? at : now
  const endsAt = later(latest, liveMs)
  await recordReviews(tx, [{ deviceId, kind: 'twins', siteId, review, since: now, endsAt }])
}

/** Advice for a person: copies of one agent get an agent each, other machines a record each. */
function adviceFor(machines: Twins['machines']): string {
  const [agents = [], others = []] = machines.map(({ evidence }) =>
    evidence.flatMap(({ kind, value }) => (kind === 'agent' ? [value] : [])),
  )
  return agents.some((id) => others.includes(id))
    ? 'If one is a copy of the other, delete the agent, remove its state from both machines, and join each with a join token.'
    : 'If they are two, split the device by its sightings. If it is one, confirm it as it is.'
}

/** Maximum number of values shown for a kind. */
const shownMax = 4

function inWords({ evidence, lastAt }: Machine): string {
  const valuesOf = (...kinds: EvidenceKind[]) => shownTexts(evidence.filter(({ kind }) => kinds.includes(kind)))
  const facts: [string, string[]][] = [
    ['address', valuesOf('ip', 'claimedIp')],
    ['MAC', valuesOf('mac')],
    ['serial number', valuesOf('serial')],
    ['machine id', valuesOf('machine')],
  ]
  const explained = facts.flatMap(([label, values]) =>
    values.length === 0 ? [] : [`${label} ${values.slice(0, shownMax).join(', ')}`],
  )
  const name = valuesOf('name', 'dns')[0] ?? 'a machine without a name'
  return `${name} (${[...explained, `last seen ${lastAt}`].join('; ')})`
}
