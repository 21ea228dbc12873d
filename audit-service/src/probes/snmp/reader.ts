import type { Oid } from './oid.ts'
import type { Varbind } from './varbind.ts'

/** Limits of reading one table. */
export type ReadLimits = {
  rowsMax: number
  /** Approximate size of the answers. */
  bytesMax: number
  timeMs: number
}

export const defaultReadLimits: ReadLimits = { rowsMax: 20_000, bytesMax: 32 * 1024 * 1024, timeMs: 120_000 }

/** Limits of reading one device, all tables together. */
export type HostLimits = Pick<ReadLimits, 'bytesMax' | 'timeMs'>

export const defaultHostLimits: HostLimits = { bytesMax: 128 * 1024 * 1024, timeMs: 10 * 60_000 }

export type TableRow = {
  /** Sub-identifiers after the column. */
  readonly index: Oid
  /** In the order of the requested columns; undefined if the row has no such cell. */
  readonly cells: readonly (Varbind | undefined)[]
}

/** `cut` is the reason that the end was not reached, in words. */
/** The rows are created on each access. */
export type Table = { readonly rows: TableRow[]; cut?: string }

/** Reads objects of one device: from a live agent or from a recording, so that identification is the same for both. */
export interface SnmpReader {
  /** Returns the objects in the order requested; undefined for an object that the device does not have. */
  get(oids: readonly Oid[]): Promise<(Varbind | undefined)[]>
  /** Returns the first object after `oid`; undefined at the end. */
  next(oid: Oid): Promise<Varbind | undefined>
  /**
   * Returns up to `count` objects after `oid` by one request, in increasing order: fewer if the agent sends fewer, none
   * at the end.
   */
  following(oid: Oid, count: number): Promise<Varbind[]>
  /**
   * Reads several columns with one index (of one table, or of a table and its augmentation), merged to rows by index;
   * for a single root everything below it.
   */
  table(columns: readonly Oid[], limits?: Partial<ReadLimits>): Promise<Table>
  /**
   * Returns a reader of the device within one VLAN, if the agent has an instance of BRIDGE-MIB for each: Cisco's
   * `community@12`, or the v3 context `vlan-12`. Reads nothing if the agent has no such context.
   */
  inVlan(vlan: number): SnmpReader
}
