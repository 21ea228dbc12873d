import crypto, { type BinaryLike, type ScryptOptions, scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The cost of a password's hash. The programs of `test/flows` pay it. */
const cost = { N: 16_384, r: 16, p: 1 }

/**
 * For tests: replaces scrypt by a cheap form, for the product and its libraries. A tenth of a second for each password
 * would be most of the time of tests that sign somebody in. A hash of another cost than the product's is refused.
 */
function quickScrypt(
  password: BinaryLike,
  salt: BinaryLike,
  bytes: number,
  options: ScryptOptions,
  done: (error: null, key: Buffer) => void,
): void {
  const { N, r, p } = options
  if (N !== cost.N || r !== cost.r || p !== cost.p) throw new Error(`scrypt with N=${N}, r=${r}, p=${p}`)
  setImmediate(() => done(null, scryptSync(password, salt, bytes, { ...options, N: 2 })))
}

crypto.scrypt = quickScrypt as typeof crypto.scrypt
syncBuiltinESMExports()
