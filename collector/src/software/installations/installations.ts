import type { Software } from '@rollcall/shared/inventory/software.ts'
import { softwareTables } from '../../store/schema/software.ts'
import { among } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { addDelta, addToCounts, type Deltas } from '../catalog/counts.ts'
import type { Products } from '../catalog/products.ts'
import type { NewSoftware } from './list-difference.ts'
import { type Installed, readInstalled } from './read-installed.ts'
import {
  deleteInstallations,
  type InstallationKey,
  type InstallationRow,
  insertInstallations,
  redateInstallations,
} from './stored-installations.ts'

/** Dates of an installation; without `firstSeen` it is new. */
type Since = { installDate?: string | null | undefined; firstSeen?: string }

/** Replaces the installations of each device by its list. Existing ones keep their firstSeen. */
export async function replaceInstallations(
  tx: Tx,
  software: ReadonlyMap<string, NewSoftware>,
  products: Products,
  now: string,
): Promise<void> {
  const changes = [...software].map(([deviceId, each]): [string, InstallationChange] => {
    if ('list' in each) return [deviceId, { put: byNumber(each.list, products) }]
    const { put, removed, installed } = each
    const leaving = new Set(byNumber(removed, products).keys())
    return [deviceId, { put: byNumber(put, products), removed: leaving, installed }]
  })
  await writeInstallations(tx, new Map(changes), now)
}

function byNumber(list: readonly Software[], products: Products): Map<number, Software> {
  const found = new Map<number, Software>()
  for (const item of list) {
    const product = products.of(item)
    if (product) found.set(product.number, item)
  }
  return found
}

type InstallationChange = {
  /** Products to install. If the device has one, its date is written. */
  put: ReadonlyMap<number, Since>
  /** Products to remove; without it, all others. */
  removed?: ReadonlySet<number>
  /** The stored installations, if they are loaded. */
  installed?: Installed
}

/** Changes the installations of devices. */
export async function writeInstallations(
  tx: Tx,
  changes: ReadonlyMap<string, InstallationChange>,
  now: string,
): Promise<void> {
  const unread = [...changes].filter(([, { installed }]) => !installed).map(([deviceId]) => deviceId)
  const stored = await readInstalled(tx, unread)
  const isStored = (deviceId: string) => stored.has(deviceId) || changes.get(deviceId)?.installed !== undefined
  const added = await addLists(
    tx,
    [...changes].filter(([deviceId, { put }]) => !isStored(deviceId) && put.size > 0),
  )
  const deltas: Deltas = new Map()
  const come: InstallationRow[] = []
  const redated: InstallationRow[] = []
  const gone: InstallationKey[] = []
  const changed: { device: number; products: number[] }[] = []
  for (const [deviceId, { put, removed, installed }] of changes) {
    const { device, products } = installed ?? stored.get(deviceId) ?? added.get(deviceId) ?? { device: 0, products: [] }
    const has = new Set(products)
    const before = gone.length + come.length
    for (const [product, { installDate = null, firstSeen = now }] of put) {
      const row = { product, device, installDate, firstSeen }
      if (has.has(product)) redated.push(row)
      else come.push(row)
    }
    for (const product of removed ?? products) {
      if (!put.has(product) && has.delete(product)) gone.push({ product, device })
    }
    for (const product of put.keys()) has.add(product)
    const isChanged = gone.length + come.length > before
    if (isChanged && isStored(deviceId)) changed.push({ device, products: sorted(has) })
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
  wanted: readonly (readonly [string, Pick<InstallationChange, 'put'>])[],
): Promise<Map<string, Installed>> {
  const { installedLists } = tx.tables(softwareTables)
  const rows = wanted.map(([deviceId, { put }]) => ({ deviceId, products: sorted(put.keys()) }))
  await tx.insertRows(installedLists, rows)
  const ids = rows.map(({ deviceId }) => deviceId)
  const numbers = await tx.rowsAmong(installedLists, ids, { key: 'deviceId', columns: ['deviceId', 'device'] })
  return new Map(numbers.map(({ deviceId, device }) => [deviceId, { device, products: [] }]))
}

/** Removes all installations of devices. The devices keep their numbers, since an unmerge may restore them. */
export async function removeInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  await writeInstallations(tx, new Map(deviceIds.map((deviceId) => [deviceId, { put: new Map() }])), now)
}

/** Removes installations and numbers of deleted devices. */
export async function deleteDeviceInstallations(tx: Tx, deviceIds: readonly string[], now: string): Promise<void> {
  await removeInstallations(tx, deviceIds, now)
  const { installedLists } = tx.tables(softwareTables)
  await tx.delete(installedLists).where(among(installedLists.deviceId, deviceIds))
}
