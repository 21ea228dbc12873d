import type { Software } from '@rollcall/shared/inventory/software.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Db, Tx } from '../../store/store.ts'
import { addDelta, addToCounts, type Deltas } from '../catalog/counts.ts'
import type { Products } from '../catalog/products.ts'
import {
  deleteInstallations,
  type InstallationKey,
  type InstallationRow,
  insertInstallations,
  redateInstallations,
} from './stored-installations.ts'

type Installed = { device: number; products: readonly number[] }
/** Dates of an installation; without `firstSeen` it is new. */
type Since = { installDate?: string | null | undefined; firstSeen?: string }

type Lists = ReadonlyMap<string, readonly Software[]>

/**
 * Replaces the installations of each device by its list. Existing ones keep their firstSeen. `before` is the previous
 * list: if it is available, only changed dates are written.
 */
export async function replaceInstallations(
  tx: Tx,
  lists: Lists,
  products: Products,
  now: string,
  before: Lists,
): Promise<void> {
  const wanted = new Map([...lists].map(([deviceId, list]) => [deviceId, byNumber(list, products)]))
  const redated = new Map([...before].map(([deviceId, list]) => [deviceId, redatedSince(list, wanted.get(deviceId))]))
  await writeInstallations(tx, wanted, now, redated)
}

/** Lists products whose date differs from the previous list. */
function redatedSince(list: readonly Software[], items: ReadonlyMap<number, Software> = new Map()): Set<number> {
  const keyOf = ({ name, version }: Software) => `${name}\0${version}`
  const dated = list.filter(({ installDate }) => installDate !== undefined)
  const dates = new Map(dated.map((item) => [keyOf(item), item.installDate]))
  const redated = new Set<number>()
  for (const [number, item] of items) {
    const { installDate } = item
    // Most systems report no dates.
    if (installDate === undefined && dates.size === 0) continue
    if (dates.get(keyOf(item)) !== installDate) redated.add(number)
  }
  return redated
}

function byNumber(list: readonly Software[], products: Products): Map<number, Software> {
  const found = new Map<number, Software>()
  for (const item of list) {
    const product = products.of(item)
    if (product) found.set(product.number, item)
  }
  return found
}

/**
 * Makes each device have exactly these products. Dates of existing installations are written; for a device in
 * `redatedOf` only those of its products.
 */
export async function writeInstallations(
  tx: Tx,
  wanted: ReadonlyMap<string, ReadonlyMap<number, Since>>,
  now: string,
  redatedOf: ReadonlyMap<string, ReadonlySet<number>> = new Map(),
): Promise<void> {
  const stored = await readInstalled(tx, [...wanted.keys()])
  const added = await addLists(
    tx,
    [...wanted].filter(([deviceId, items]) => !stored.has(deviceId) && items.size > 0),
  )
  const deltas: Deltas = new Map()
  const come: InstallationRow[] = []
  const redated: InstallationRow[] = []
  const gone: InstallationKey[] = []
  const changed: { device: number; products: number[] }[] = []
  for (const [deviceId, items] of wanted) {
    const { device, products } = stored.get(deviceId) ?? added.get(deviceId) ?? { device: 0, products: [] }
    const had = new Set(products)
    const before = gone.length + come.length
    for (const product of products) if (!items.has(product)) gone.push({ product, device })
    for (const [product, { installDate = null, firstSeen = now }] of items) {
      const row = { product, device, installDate, firstSeen }
      if (!had.has(product)) come.push(row)
      else if (redatedOf.get(deviceId)?.has(product) ?? true) redated.push(row)
    }
    const isChanged = gone.length + come.length > before
    if (isChanged && stored.has(deviceId)) changed.push({ device, products: sorted(items.keys()) })
  }
  for (const { product } of gone) addDelta(deltas, product, -1)
  for (const { product } of come) addDelta(deltas, product, 1)
  const { installedLists } = tx.tables(softwareTables)
  await tx.updateRows(installedLists, changed, { key: 'device', set: ['products'] })
  await deleteInstallations(tx, gone)
  await insertInstallations(tx, come)
  await redateInstallations(tx, redated)
  await addToCounts(tx, deltas, now)
}

const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)

/** Adds the lists of devices without known software. Everything in them is new. */
async function addLists(
  tx: Tx,
  wanted: readonly (readonly [string, ReadonlyMap<number, unknown>])[],
): Promise<Map<string, Installed>> {
  const { installedLists } = tx.tables(softwareTables)
  const rows = wanted.map(([deviceId, items]) => ({ deviceId, products: sorted(items.keys()) }))
  await tx.insertRows(installedLists, rows)
  const ids = rows.map(({ deviceId }) => deviceId)
  const numbers = await tx.rowsAmong(installedLists, ids, { key: 'deviceId', columns: ['deviceId', 'device'] })
  return new Map(numbers.map(({ deviceId, device }) => [deviceId, { device, products: [] }]))
}

/** Removes all installations of devices. The devices keep their numbers, since an unmerge may restore them. */
export async function removeInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  await writeInstallations(tx, new Map(deviceIds.map((deviceId) => [deviceId, new Map()])), now)
}

/** Removes installations and numbers of deleted devices. */
export async function deleteDeviceInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  await removeInstallations(tx, deviceIds, now)
  const { installedLists } = tx.tables(softwareTables)
  await tx.delete(installedLists).where(among(installedLists.deviceId, deviceIds))
}

/** Returns the product numbers on each device with known software. */
export async function readInstalled(db: Db, deviceIds: readonly string[]): Promise<Map<string, Installed>> {
  const { installedLists } = db.tables(softwareTables)
  const columns = ['deviceId', 'device', 'products'] as const
  const rows = await db.rowsAmong(installedLists, deviceIds, { key: 'deviceId', columns })
  return new Map(rows.map(({ deviceId, ...installed }) => [deviceId, installed]))
}
