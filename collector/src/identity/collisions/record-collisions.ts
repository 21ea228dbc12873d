import type { IdentityJunkKind } from '@rollcall/shared/api/identity-junk.ts'
import { identityJunkDevices } from '@rollcall/shared/api/identity-junk.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { and, eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { doNotMergePartners } from '../../device-records/do-not-merge.ts'
import { type Holder, holdersOfValue } from '../../device-records/find-candidates.ts'
import { liveMs } from '../../device-records/reviews.ts'
import { keyOf, type LookupKey } from '../../matching/lookup-keys.ts'
import { formOf, shown, textOf } from '../../matching/shown-value.ts'
import { identityTables } from '../../store/schema/identity.ts'
import type { Tx } from '../../store/store.ts'
import { raiseVersion } from '../junk/junk-of-site.ts'
import { reconciliationName } from '../recluster/recluster.ts'

/** Interval at which a continuing collision is recorded. */
const recordIntervalMs = 3_600_000

/**
 * Kinds of evidence that raise an alarm if two live devices share a value. Network cards and disks may move; a key may
 * come from an image.
 */
const alarmingKinds: ReadonlySet<EvidenceKind> = new Set(['cloud', 'serial', 'uuid', 'agent', 'machine', 'engine'])
const learnedKinds: ReadonlySet<EvidenceKind> = new Set([
  'cloud',
  'serial',
  'uuid',
  'machine',
  'engine',
  'sshKey',
  'disk',
  'mac',
])

/**
 * Checks values that several devices were seen with. Two live devices with one identity are an alarm; a value of more
 * devices is no evidence from then on. Returns the values that have become junk.
 */
export async function recordCollisions(
  tx: Tx,
  siteId: string,
  shared: readonly LookupKey[],
  now: string,
): Promise<LookupKey[]> {
  const learned: LookupKey[] = []
  for (const value of new Map(shared.map((each) => [keyOf(each), each])).values()) {
    const live = await liveTogether(tx, siteId, value)
    if (live.length < 2) continue
    if (alarmingKinds.has(value.kind)) await recordCollision(tx, siteId, value, live, now)
    if (live.length >= identityJunkDevices && learnedKinds.has(value.kind)) {
      const junk = { kind: value.kind as IdentityJunkKind, value: value.value }
      if (await learnJunk(tx, siteId, junk, live, now)) learned.push(junk)
    }
  }
  return learned
}

/** Devices that were seen with the value while others were, without a do-not-merge decision on every pair. */
async function liveTogether(tx: Tx, siteId: string, value: LookupKey): Promise<Holder[]> {
  const holders = await holdersOfValue(tx, siteId, value)
  const doNotMerge = await doNotMergePartners(
    tx,
    holders.map(({ deviceId }) => deviceId),
  )
  return holders.filter((a) =>
    holders.some(
      (b) =>
        a !== b &&
        a.firstSeen < b.lastSeen &&
        b.firstSeen < a.lastSeen &&
        Math.abs(Date.parse(a.lastSeen) - Date.parse(b.lastSeen)) < liveMs &&
        !doNotMerge.get(a.deviceId)?.has(b.deviceId),
    ),
  )
}

async function recordCollision(
  tx: Tx,
  siteId: string,
  { kind, value }: LookupKey,
  live: readonly Holder[],
  now: string,
): Promise<void> {
  const { identityCollisions: collisions } = tx.tables(identityTables)
  const [stored] = await tx
    .select()
    .from(collisions)
    .where(and(eq(collisions.siteId, siteId), eq(collisions.kind, kind), eq(collisions.value, value)))
  const deviceIds = live.map(({ deviceId }) => deviceId).sort()
  const age = stored ? Date.parse(now) - Date.parse(stored.lastAt) : Number.POSITIVE_INFINITY
  const goesOn = stored !== undefined && age < liveMs && deviceIds.every((id) => stored.deviceIds.includes(id))
  if (goesOn && age < recordIntervalMs) return
  const form = formOf(live[0] ?? {})
  const row = { deviceIds, ...form, firstAt: goesOn ? stored.firstAt : now, lastAt: now }
  await tx
    .insert(collisions)
    .values({ id: newId(), siteId, kind, value, ...row })
    .onConflictDoUpdate({ target: [collisions.siteId, collisions.kind, collisions.value], set: row })
  if (goesOn) return
  const [subjectId = ''] = deviceIds
  const data = { ...shown({ kind, value, ...form }), deviceIds }
  await recordEvents(tx, { siteId, timestamp: now, events: [{ type: 'device.collision', subjectId, data }] })
}

/** Records the value as junk. Reports whether that is new. */
async function learnJunk(
  tx: Tx,
  siteId: string,
  junk: { kind: IdentityJunkKind; value: string },
  live: readonly Holder[],
  now: string,
): Promise<boolean> {
  const { identityJunk } = tx.tables(identityTables)
  const id = newId()
  const form = formOf(live[0] ?? {})
  const devices = live.length
  const row = { id, siteId, ...junk, ...form, origin: 'learned' as const, devices, reason: null, createdAt: now }
  const added = await tx
    .insert(identityJunk)
    .values({ ...row, createdBy: reconciliationName })
    .onConflictDoNothing()
    .returning({ id: identityJunk.id })
  if (added.length === 0) return false
  await raiseVersion(tx, siteId)
  const value = shown({ ...junk, ...form })
  const to = textOf(value)
  await recordChanges(tx, {
    siteId,
    actor: { kind: 'system', id: '', name: reconciliationName },
    timestamp: now,
    rows: [{ verb: 'Added', entity: 'Identity junk', entityId: id, field: `of ${counted(devices, 'device')}`, to }],
  })
  const event = { type: 'identity.junkLearned' as const, subjectId: id, data: { ...value, kind: junk.kind, devices } }
  await recordEvents(tx, { siteId, timestamp: now, events: [event] })
  return true
}
