import { type Oid, startsWith } from '../oid.ts'

/** Returns the number of a kind directly below a root, such as hrStorageFixedDisk below hrStorageTypes. */
export const kindUnder = (root: Oid, kind: Oid | undefined): number | undefined =>
  kind !== undefined && startsWith(kind, root) ? kind[root.length] : undefined
