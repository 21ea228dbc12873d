import type { Software } from '@rollcall/shared/inventory/software.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import { readSections } from '../../snapshots/sections/sections.ts'
import type { RawPayloadRow, SeqCaches } from '../../snapshots/write/insert-snapshots.ts'
import type { ProductCache } from '../../software/catalog/products.ts'
import { ensureProducts, type Product } from '../../software/catalog/products.ts'
import {
  itemsOf,
  type NewSoftware,
  newSoftware,
  type SoftwareLists,
} from '../../software/installations/list-difference.ts'
import type { Tx } from '../../store/store.ts'
import { projections } from '../projections/all.ts'
import { changeRowsMax } from '../projections/change-log.ts'
import type { ProjectionContext } from '../projections/projection.ts'
import { type DeviceChangeset, isArchived, isDeleted, type UnchangedSnapshot } from './changeset.ts'

/** Data at hand that need not be read again. */
type AtHand = {
  contents?: ReadonlyMap<string, unknown>
  products?: ProductCache
  seqs?: SeqCaches
  payloads?: readonly RawPayloadRow[]
}

/**
 * Writes everything that follows from the changesets of one operation, or of one group of observations. Part of a
 * transaction: call `ctx.wakeOutbox()` after it.
 */
export async function applyChangesets(
  tx: Tx,
  changesets: readonly DeviceChangeset[],
  atHand: AtHand = {},
): Promise<void> {
  const [first] = changesets
  if (!first) return
  const { siteId, at } = first.operation
  const contents = await contentsOf(tx, changesets, atHand.contents ?? new Map())
  await tx.pause()
  const software = await newSoftware(tx, softwareLists(changesets, contents))
  const products = await ensureProducts(tx, siteId, productsIn(changesets, software), at, atHand.products)
  const { seqs, payloads = [] } = atHand
  const ctx: ProjectionContext = { siteId, at, contents, software, products, seqs, payloads }
  for (const { apply } of projections) {
    await tx.pause()
    await apply(tx, changesets, ctx)
  }
}

/** Writes everything that follows from unchanged snapshots. Only times move, so nothing is read. */
export async function applyUnchanged(
  tx: Tx,
  snapshots: readonly UnchangedSnapshot[],
  payloads: readonly RawPayloadRow[],
): Promise<void> {
  const [first] = snapshots
  if (!first) return
  const { siteId, at } = first.operation
  for (const { touch } of projections) await touch?.(tx, snapshots, { siteId, at, payloads })
}

/** Hashes of the sections that the projections read. */
export const sectionHashesIn = ({ hardware, network, software, factSources = {} }: DeviceChangeset): string[] =>
  [hardware?.hash, network?.hash, software?.hash, software?.previousHash, ...Object.values(factSources)].flatMap(
    (hash) => hash ?? [],
  )

async function contentsOf(
  tx: Tx,
  changesets: readonly DeviceChangeset[],
  atHand: ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const hashes = changesets.flatMap(sectionHashesIn)
  const missing = [...new Set(hashes)].filter((hash) => !atHand.has(hash))
  return missing.length === 0 ? atHand : new Map([...atHand, ...(await readSections(tx, missing))])
}

/** The software of each device after its last changeset, and before the first. */
function softwareLists(
  changesets: readonly DeviceChangeset[],
  contents: ReadonlyMap<string, unknown>,
): SoftwareLists[] {
  const listOf = (hash: string | null | undefined) => contents.get(hash ?? '') as Software[] | undefined
  return [...Map.groupBy(changesets, ({ deviceId }) => deviceId)].flatMap(([deviceId, ofDevice]) => {
    const all = ofDevice.flatMap(({ software }) => software ?? [])
    if (all.length === 0) return []
    const before = ofDevice.some(writesInstallations) ? undefined : listOf(all[0]?.previousHash)
    return { deviceId, list: listOf(all.at(-1)?.hash) ?? [], before }
  })
}

/** Reports whether a changeset removes or restores installations, so that the list before is not what is stored. */
const writesInstallations = (changeset: DeviceChangeset): boolean =>
  isDeleted(changeset) || isArchived(changeset) || changeset.installations !== undefined

/** Products of new installations, and those that the change log names. */
function productsIn(changesets: readonly DeviceChangeset[], software: ReadonlyMap<string, NewSoftware>): Product[] {
  const logged = changesets.flatMap(({ softwareChanges = [] }) =>
    softwareChanges.slice(0, changeRowsMax).flatMap(bothVersions),
  )
  return [...[...software.values()].flatMap(itemsOf), ...logged]
}

/** Both versions of an upgrade, so that each has its product. */
const bothVersions = ({ item, replaced }: SoftwareChange): Product[] => [item, ...(replaced ? [replaced] : [])]
