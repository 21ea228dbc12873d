import { type Oid, startsWith } from '../oid.ts'

/** The number that names a kind right under a root, such as hrStorageFixedDisk under hrStorageTypes. */
export const kindUnder = (root: Oid, kind: Oid | undefined): number | undefined =>
  kind !== undefined && startsWith(kind, root) ? kind[root.length] : undefined
