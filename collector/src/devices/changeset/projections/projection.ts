import type { KnownSeqs, RawPayloadRow } from '../../../snapshots/write.ts'
import type { Products } from '../../../software/products.ts'
import type { Tx } from '../../../store/store.ts'
import type { DeviceChangeset } from '../changeset.ts'
import type { Operation } from '../operation.ts'

/** Tables that follow from changesets, and how they are brought up to date. */
export type Projection = {
  name: string
  apply(tx: Tx, changesets: readonly DeviceChangeset[], ctx: ProjectionContext): Promise<void>
}

/** Data that several projections need, read once for all changesets. */
export type ProjectionContext = Pick<Operation, 'siteId' | 'at'> & {
  /** Sections by their hashes. */
  contents: ReadonlyMap<string, unknown>
  products: Products
  seqs: KnownSeqs | undefined
  /** Raw payloads of new snapshots. */
  payloads: readonly RawPayloadRow[]
}
