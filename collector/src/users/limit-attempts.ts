import { isIPv6 } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import ipaddr from 'ipaddr.js'
import { hashSecret } from '../auth/secrets.ts'
import { nowOf, type SystemContext } from '../context.ts'
import { userTables } from '../store/schema/users.ts'
import { excluded } from '../store/sql.ts'
import type { Tx } from '../store/store.ts'

/** Of one user name, whoever tries: a guess succeeds once in many centuries. */
const perNameMax = 10
/** Of one address, whatever the names. */
const perAddressMax = 60
const windowSeconds = 15 * 60

/** Without a name where none is given yet. */
export type Attempt = { username?: string; address: string }

/**
 * Counts an attempt before it is made, so that many at once are no way around. Gives the seconds to wait when there were
 * too many; those refused are counted too, but do not lengthen the wait. Kept in the store: it holds over restarts, and
 * for all collectors.
 */
export async function countAttempt(ctx: SystemContext, attempt: Attempt): Promise<number | undefined> {
  const now = nowOf(ctx)
  const endsAt = new Date(ctx.clock.now().getTime() + windowSeconds * 1000).toISOString()
  const count = (key: string) =>
    ctx.store.writeCounters(async (tx) => {
      const { signInAttempts: table } = tx.tables(userTables)
      const isOver = sql`${table.endsAt} <= ${sql.param(now, table.endsAt)}`
      const [row] = await tx
        .insert(table)
        .values({ key, attempts: 1, endsAt })
        .onConflictDoUpdate({
          target: table.key,
          set: {
            attempts: sql`case when ${isOver} then 1 else ${table.attempts} + 1 end`,
            endsAt: sql`case when ${isOver} then ${excluded(table.endsAt)} else ${table.endsAt} end`,
          },
        })
        .returning()
      return row
    })
  const ofAddress = await count(addressKey(attempt))
  // Names that are made up are not kept once their sender has had its attempts.
  if (ofAddress && ofAddress.attempts > perAddressMax) return secondsTo(ctx, ofAddress.endsAt)
  if (attempt.username === undefined) return undefined
  const ofName = await count(nameKey(attempt.username))
  return ofName && ofName.attempts > perNameMax ? secondsTo(ctx, ofName.endsAt) : undefined
}

/** Forgets the attempts on a name once the right password was given, and takes this one from the address. */
export async function forgiveAttempt(ctx: SystemContext, attempt: Attempt): Promise<void> {
  await ctx.store.writeCounters(async (tx) => {
    const { signInAttempts: table } = tx.tables(userTables)
    if (attempt.username !== undefined) await tx.delete(table).where(eq(table.key, nameKey(attempt.username)))
    await tx
      .update(table)
      .set({ attempts: sql`${table.attempts} - 1` })
      .where(eq(table.key, addressKey(attempt)))
  })
}

/** Lets somebody try again who has got another password. */
export async function forgetAttempts(tx: Tx, username: string): Promise<void> {
  const { signInAttempts: table } = tx.tables(userTables)
  await tx.delete(table).where(eq(table.key, nameKey(username)))
}

// Hashed: people type passwords where the name goes.
const nameKey = (username: string) => `name:${hashSecret(username.toLowerCase())}`
/** One who has an IPv6 address has its /64. */
const addressKey = ({ address }: Pick<Attempt, 'address'>) => `address:${isIPv6(address) ? network(address) : address}`

function network(address: string): string {
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress()
    ? parsed.toIPv4Address().toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
}

const secondsTo = (ctx: SystemContext, time: string): number =>
  Math.max(1, Math.ceil((Date.parse(time) - ctx.clock.now().getTime()) / 1000))
