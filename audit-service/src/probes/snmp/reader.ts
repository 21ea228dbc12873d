import type { Oid } from './oid.ts'
import type { Varbind } from './varbind.ts'

/** How much is read of one table. */
export type ReadLimits = {
  rowsMax: number
  /** Content of the answers, about. */
  bytesMax: number
  timeMs: number
}

export const defaultReadLimits: ReadLimits = { rowsMax: 20_000, bytesMax: 32 * 1024 * 1024, timeMs: 120_000 }

/** How much is read of one device, all its tables together. */
export type HostLimits = Pick<ReadLimits, 'bytesMax' | 'timeMs'>

export const defaultHostLimits: HostLimits = { bytesMax: 128 * 1024 * 1024, timeMs: 10 * 60_000 }

export type TableRow = {
  /** The sub-identifiers behind the column. */
  readonly index: Oid
  /** In the order of the columns asked; undefined where the row has no such cell. */
  readonly cells: readonly (Varbind | undefined)[]
}

/** `cut` says in words why the end was not reached. */
/** Its rows are made anew whenever they are asked for. */
export type Table = { readonly rows: TableRow[]; cut?: string }

/** Reads objects of one device: from a live agent or from a recording, so identification runs the same on both. */
export interface SnmpReader {
  /** In the order asked; undefined for an object the device does not have. */
  get(oids: readonly Oid[]): Promise<(Varbind | undefined)[]>
  /** The first object behind `oid`, whatever it is; undefined at the end. */
  next(oid: Oid): Promise<Varbind | undefined>
  /**
   * Several columns that share one index (of one table, or of a table and its augmentation), merged to rows by index; of
   * one root all that is under it.
   */
  table(columns: readonly Oid[], limits?: Partial<ReadLimits>): Promise<Table>
  /**
   * The same device as it is within one VLAN, where an agent keeps an instance of BRIDGE-MIB for each: Cisco's
   * `community@12`, and the context `vlan-12` of v3. Empty where the agent has no such context.
   */
  inVlan(vlan: number): SnmpReader
}
