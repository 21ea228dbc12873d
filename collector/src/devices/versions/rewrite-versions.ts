import { and, asc, eq, gt, inArray, lt, or } from 'drizzle-orm'
import { type DeviceRow, loadDevices } from '../../device-records/load-devices.ts'
import type { SystemContext } from '../../lib/context.ts'
import { isNewer, originOf, ownerOf } from '../../matching/newest-states.ts'
import { joined, type StateAt, statesAt } from '../../snapshots/read/as-of.ts'
import { type KeyedState, statesSince } from '../../snapshots/read/states-since.ts'
import { deviceHistoryTables } from '../../store/schema/device-history.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { fieldsOfStates } from '../states/fields-of-states.ts'
import { rewritten, type Step } from './rewritten-versions.ts'

/** Limit of one transaction. */
const devicesPerTurn = 5

/**
 * Maximum number of devices that a list as of a past time waits for. After an update of the program many more may wait;
 * housekeeping rewrites those.
 */
const devicesAwaited = 200

/** Rewrites the versions of all waiting devices, some per transaction. */
export async function rewriteVersions(system: SystemContext): Promise<void> {
  const waiting = await system.store.read((db) => {
    const { deviceRewrites: rewrites } = db.tables(deviceHistoryTables)
    return db.selectDistinct({ siteId: rewrites.siteId }).from(rewrites)
  })
  for (const { siteId } of waiting) await rewriteSite(system, siteId, Number.POSITIVE_INFINITY)
}

/** Rewrites the waiting devices of a site for a list that is requested. Usually there are none. */
export async function rewriteSite(system: SystemContext, siteId: string, devicesMax = devicesAwaited): Promise<void> {
  const { deviceRewrites: rewrites } = system.store.tables(deviceHistoryTables)
  const isWaiting = await system.store.read((db) => db.$count(rewrites, eq(rewrites.siteId, siteId)))
  let left = Math.min(isWaiting, devicesMax)
  while (left > 0) {
    const done = await system.store.write((tx) => rewriteNext(tx, siteId))
    left = done < devicesPerTurn ? 0 : left - done
  }
}

async function rewriteNext(tx: Tx, siteId: string): Promise<number> {
  const { deviceRewrites: rewrites } = tx.tables(deviceHistoryTables)
  const { deviceId, from } = rewrites
  const wanted = await tx
    .select({ deviceId, from })
    .from(rewrites)
    .where(eq(rewrites.siteId, siteId))
    .orderBy(asc(deviceId))
    .limit(devicesPerTurn)
  const ids = wanted.map((row) => row.deviceId)
  const since = new Map(wanted.map((row) => [row.deviceId, row.from]))
  for (const { row } of await loadDevices(tx, ids)) await rewriteDevice(tx, row, since.get(row.id) ?? row.firstSeen)
  await tx.delete(rewrites).where(inArray(deviceId, ids))
  return wanted.length
}

async function rewriteDevice(tx: Tx, row: DeviceRow, from: string): Promise<void> {
  const { deviceVersions: versions } = tx.tables(deviceHistoryTables)
  // A version from before the first sighting came from another record that is no longer merged with it.
  const concerned = and(eq(versions.deviceId, row.id), or(gt(versions.until, from), lt(versions.from, row.firstSeen)))
  const stored = await tx.select().from(versions).where(concerned).orderBy(asc(versions.from))
  const own = stored
    .filter(({ until }) => until > row.firstSeen)
    .map((version, index) => {
      const isFirst = index === 0 && (from <= row.firstSeen || version.from < row.firstSeen)
      return isFirst ? { ...version, from: row.firstSeen } : version
    })
  const later = await statesSince(tx, row.id, from)
  const replacement = rewritten(own, stepsOf(await statesAt(tx, row.id, from), later, from), row)
  await tx.delete(versions).where(concerned)
  await tx.insertRows(versions, replacement)
}

/** Steps of a device by its newest snapshots of each origin, one for each new snapshot. */
function stepsOf(earlier: readonly StateAt[], later: readonly KeyedState[], from: string): Step[] {
  const states = new Map(earlier.map((state) => [originOf(state), state]))
  const fieldsBy = new Map<string, Step['fields'] | undefined>()
  const steps: Step[] = []
  const addStep = (at: string) => {
    const all = [...states.values()]
    const key = keyOfStates(all)
    if (!fieldsBy.has(key)) fieldsBy.set(key, fieldsOfStates(all))
    const fields = fieldsBy.get(key)
    if (fields) steps.push({ at, fields })
  }
  addStep(from)
  for (const each of later) {
    const earlier = states.get(originOf(each))
    for (const state of joined(earlier ? [earlier, each] : [each])) states.set(originOf(state), state)
    addStep(each.auditDate)
  }
  return steps
}

/** Key of states with equal content and an equal owner. */
function keyOfStates(states: readonly StateAt[]): string {
  const all = states.flatMap((state) => [state, ...state.before])
  const inOrder = all.sort((a, b) => (isNewer(a, b) ? -1 : 1))
  const owner = ownerOf(states)
  return [owner ? originOf(owner) : '', ...inOrder.map((state) => `${originOf(state)} ${contentOf(state)}`)].join('\n')
}

const contentOf = (state: StateAt | KeyedState): string => ('contentKey' in state ? state.contentKey : state.snapshotId)

/** A device with new information about the past, and the earliest time it may affect. */
type Wanted = { deviceId: string; from: string }

/**
 * Requests that devices' versions are derived from their snapshots again: soon, or when a list as of then is requested.
 */
export async function requestRewrites(tx: Tx, siteId: string, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return
  const { deviceRewrites: rewrites } = tx.tables(deviceHistoryTables)
  const deviceIds = wanted.map(({ deviceId }) => deviceId)
  const waiting = await tx.select().from(rewrites).where(among(rewrites.deviceId, deviceIds))
  const earliest = new Map<string, string>()
  for (const { deviceId, from } of [...waiting, ...wanted]) {
    const before = earliest.get(deviceId)
    if (before === undefined || from < before) earliest.set(deviceId, from)
  }
  const rows = [...earliest].map(([deviceId, from]) => ({ deviceId, siteId, from }))
  await tx.upsertRows(rewrites, rows, { target: ['deviceId'], set: ['from'] })
}
