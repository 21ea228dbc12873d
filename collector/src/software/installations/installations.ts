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
/** Since when: of one that is found now, now. */
type Since = { installDate?: string | null | undefined; firstSeen?: string }

type Lists = ReadonlyMap<string, readonly Software[]>

/**
 * Makes the installations of each device what its list says; those that stay keep their firstSeen. `before` is the list
 * that they were made of: where it is at hand, only dates that differ are written anew.
 */
export async function replaceInstallations(
  tx: Tx,
  lists: Lists,
  products: Products,
  now: string,
  before: Lists = new Map(),
): Promise<void> {
  const wanted = new Map([...lists].map(([deviceId, list]) => [deviceId, byNumber(list, products)]))
  const redated = new Map([...before].map(([deviceId, list]) => [deviceId, redatedSince(list, wanted.get(deviceId))]))
  await writeInstallations(tx, wanted, now, redated)
}

/** Products that had another date in a list. */
function redatedSince(list: readonly Software[], items: ReadonlyMap<number, Software> = new Map()): Set<number> {
  const keyOf = ({ name, version }: Software) => `${name}\0${version}`
  const dated = list.filter(({ installDate }) => installDate !== undefined)
  const dates = new Map(dated.map((item) => [keyOf(item), item.installDate]))
  const redated = new Set<number>()
  for (const [number, item] of items) {
    const { installDate } = item
    // Most systems tell no dates at all.
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
 * Makes each device have these products and no others. Of those that it has already the dates are written: of a device in
 * `redatedOf` only of these products.
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

/** For devices whose software was not known. What they had is nothing, so that all of it is added. */
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

/** Leaves devices without any. They keep their numbers, as one that was merged into another may come back. */
export async function removeInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  await writeInstallations(tx, new Map(deviceIds.map((deviceId) => [deviceId, new Map()])), now)
}

/** For devices that are deleted. */
export async function forgetInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  await removeInstallations(tx, deviceIds, now)
  const { installedLists } = tx.tables(softwareTables)
  await tx.delete(installedLists).where(among(installedLists.deviceId, deviceIds))
}

/** What is installed on each of the devices whose software is known: numbers of products. */
export async function readInstalled(db: Db, deviceIds: readonly string[]): Promise<Map<string, Installed>> {
  const { installedLists } = db.tables(softwareTables)
  const columns = ['deviceId', 'device', 'products'] as const
  const rows = await db.rowsAmong(installedLists, deviceIds, { key: 'deviceId', columns })
  return new Map(rows.map(({ deviceId, ...installed }) => [deviceId, installed]))
}
