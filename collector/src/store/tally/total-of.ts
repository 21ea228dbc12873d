import type { SQL } from 'drizzle-orm'
import type { Db } from '../store.ts'
import type { Tally } from './tally.ts'

/** Reads the total of the groups that meet a condition. */
export async function totalOf(db: Db, { groups, total }: Tally, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ n: total }).from(groups).where(where)
  return row?.n ?? 0
}
