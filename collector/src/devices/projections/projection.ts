import type { Operation } from '../../device-records/operation.ts'
import type { RawPayloadRow, SeqCaches } from '../../snapshots/write/insert-snapshots.ts'
import type { Products } from '../../software/catalog/products.ts'
import type { NewSoftware } from '../../software/installations/list-difference.ts'
import type { Tx } from '../../store/store.ts'
import type { DeviceChangeset, UnchangedSnapshot } from '../changeset/changeset.ts'

/** Tables that follow from changesets, and the code that updates them. */
export type Projection = {
  apply(tx: Tx, changesets: readonly DeviceChangeset[], ctx: ProjectionContext): Promise<void>
  /** Moves the times of unchanged snapshots. */
  touch?(tx: Tx, snapshots: readonly UnchangedSnapshot[], ctx: TouchContext): Promise<void>
}

type TouchContext = Pick<Operation, 'siteId' | 'at'> & {
  /** Raw payloads of new snapshots. */
  payloads: readonly RawPayloadRow[]
}

/** Data that several projections need, read once for all changesets. */
export type ProjectionContext = TouchContext & {
  /** Sections by hash. */
  contents: ReadonlyMap<string, unknown>
  /** New software by device. */
  software: ReadonlyMap<string, NewSoftware>
  /** Products of new software, and those that the change log names. */
  products: Products
  seqs: SeqCaches | undefined
}
