import { isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import { type EvidenceKind, evidenceKinds } from '@rollcall/shared/inventory/match.ts'
import { asc } from 'drizzle-orm'
import { deviceTables } from '../store/schema/devices.ts'
import { type DoNotMergePair, mergeTables } from '../store/schema/merges.ts'
import type { Db, Tx } from '../store/store.ts'
import { doNotMergePairs, pairKey, pairOf } from './do-not-merge.ts'
import { suspicionOf } from './duplicate-questions.ts'
import { firstHoldersOf, holdersMax, holdersOfAll } from './find-candidates.ts'
import { loadDevices } from './load-devices.ts'

/** One machine may have a DNS name at an IPv4 and at an IPv6 address. More devices of the name are a pool. */
const dnsHoldersMax = 2

type Value = { kind: EvidenceKind; value: string }

/** Kinds whose values pass from one device to another. */
const passingKinds: readonly EvidenceKind[] = ['ip', 'claimedIp', 'dns']
/** Kinds whose values two devices seldom share. */
const distinctiveKinds = evidenceKinds.filter((kind) => !passingKinds.includes(kind))

/** Reports whether a new device's value may lead to another record of it, whatever else the two have in common. */
export const isDistinctive = ({ kind, value }: Value): boolean =>
  distinctiveKinds.includes(kind) && !(kind === 'mac' && isLocallyAdministered(value))

/**
 * Updates likely duplicates of the devices whose identifiers changed, in that transaction. The cost does not grow with
 * the inventory.
 */
export async function reviewDuplicates(tx: Tx, siteId: string, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  const { pairs, crowd } = await pairsByValue(tx, siteId, deviceIds)
  // Pairs whose common value now has too many devices.
  const astray = (await storedPairs(tx, crowd)).flatMap(({ firstId, secondId }) => [firstId, secondId])
  const more = [...new Set(astray)].filter((id) => crowd.includes(id) && !deviceIds.includes(id))
  if (more.length > 0) return reviewDuplicates(tx, siteId, [...deviceIds, ...more])

  const doNotMerge = new Set((await doNotMergePairs(tx, deviceIds)).map(pairKey))
  const wanted = [...pairs].filter(([key]) => !doNotMerge.has(key)).map(([, pair]) => pair)
  const ids = new Set(wanted.flatMap(({ firstId, secondId }) => [firstId, secondId]))
  const candidates = (await loadDevices(tx, [...ids])).filter(({ row }) => !row.isArchived)
  const devices = new Map(candidates.map((device) => [device.row.id, device]))
  const rows = wanted.flatMap((pair) => {
    const [first, second] = [devices.get(pair.firstId), devices.get(pair.secondId)]
    const suspicion = first && second && suspicionOf(first, second)
    return suspicion ? [{ ...pair, ...suspicion, siteId }] : []
  })
  const { deviceDuplicates } = tx.tables(mergeTables)
  await tx.deleteRows(deviceDuplicates, await storedPairs(tx, deviceIds), ['firstId', 'secondId'])
  await tx.insertRows(deviceDuplicates, rows)
}

/**
 * Pairs of these devices with others that share an identifying value, by their ids; and the devices that share a value
 * of too many.
 */
async function pairsByValue(db: Db, siteId: string, deviceIds: readonly string[]) {
  const reviewed = new Set(deviceIds)
  const pairs = new Map<string, DoNotMergePair>()
  const crowd: string[] = []
  const holders = Map.groupBy(await holdersOf(db, siteId, await valuesOf(db, deviceIds)), identifierKey)
  for (const rows of holders.values()) {
    const ids = rows.map(({ deviceId }) => deviceId)
    if (ids.length > (rows[0]?.kind === 'dns' ? dnsHoldersMax : holdersMax)) crowd.push(...ids)
    else {
      for (const id of ids.filter((each) => reviewed.has(each))) {
        for (const other of ids) if (other !== id) pairs.set(pairKey(pairOf(id, other)), pairOf(id, other))
      }
    }
  }
  return { pairs, crowd: [...new Set(crowd)] }
}

const identifierKey = ({ kind, value }: Value) => `${kind} ${value}`

async function valuesOf(db: Db, deviceIds: readonly string[]): Promise<Value[]> {
  const { deviceIdentifiers } = db.tables(deviceTables)
  const rows = await db.rowsAmong(deviceIdentifiers, deviceIds, { key: 'deviceId', columns: ['kind', 'value'] })
  const values = new Map(rows.map((row) => [identifierKey(row), row]))
  return [...values.values()].filter((row) => row.kind === 'dns' || isDistinctive(row))
}

/** Finds devices with these values, oldest records first: at most one more than the maximum that counts, per value. */
async function holdersOf(db: Db, siteId: string, values: readonly Value[]): Promise<(Value & { deviceId: string })[]> {
  const pairs = values.map(({ kind, value }) => [kind, value] as const)
  const { deviceId } = db.tables(deviceTables).deviceIdentifiers
  return (await holdersOfAll(db, siteId, pairs)) ?? firstHoldersOf(db, siteId, pairs, [asc(deviceId)], holdersMax + 1)
}

/** Stored likely duplicates with any of these devices on either side. */
async function storedPairs(db: Db, deviceIds: readonly string[]): Promise<DoNotMergePair[]> {
  const { deviceDuplicates } = db.tables(mergeTables)
  const columns = ['firstId', 'secondId'] as const
  return [
    ...(await db.rowsAmong(deviceDuplicates, deviceIds, { key: 'firstId', columns })),
    ...(await db.rowsAmong(deviceDuplicates, deviceIds, { key: 'secondId', columns })),
  ]
}
