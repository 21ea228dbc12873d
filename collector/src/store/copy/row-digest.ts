import { createHash } from 'node:crypto'
import type { Table } from 'drizzle-orm'
import { columnsOf } from '../row-statements.ts'

/** Number of rows, and a digest of all of them that is the same in any order. */
export type TableDigest = { rows: number; digest: string }

const modulus = 1n << 256n

/** Creates a digest of a table's rows: the sum of the SHA-256 of each. */
export function createDigest(table: Table) {
  const keys = columnsOf(table).map(({ key }) => key)
  let rows = 0
  let sum = 0n
  return {
    add(row: Readonly<Record<string, unknown>>): void {
      const text = JSON.stringify(keys.map((key) => comparable(row[key])))
      rows += 1
      sum = (sum + BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)) % modulus
    },
    end: (): TableDigest => ({ rows, digest: sum.toString(16) }),
  }
}

const comparable = (value: unknown): unknown =>
  value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : (value ?? null)
