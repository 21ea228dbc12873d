import { eq, like, or, sql } from 'drizzle-orm'
import { networkOf } from '../../lib/caller-address.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import { excluded } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { hashSecret } from '../secrets/hash-secret.ts'
import type { Device } from './device-cookie.ts'

/** Attempts on one user name from unknown browsers of one address. */
const perNameAndAddressMax = 10
/**
 * Attempts on one user name from unknown browsers in all: a guess succeeds once in many centuries. One address gets
 * only a small share, so that one stranger locks nobody out.
 */
const perNameMax = 50
/** Attempts from one browser that has signed in before, or by one signed-in user. */
const perDeviceMax = 10
/** Attempts from one address, whatever the names. */
const perAddressMax = 60
const windowSeconds = 15 * 60

/** An attempt to authenticate, with the limits that it counts against. */
export type Attempt =
  /** An attempt from an unknown browser. With an issuer, the user name is not available yet. */
  | { address: string; username?: string }
  /** An attempt from a browser that signed in before, or by a signed-in user. Strangers cannot use these up. */
  | Device
  /** An attempt with a Client ID and Client secret. */
  | { clientAddress: string }

type Counter = { key: string; max: number; isForgiven: 'whole' | 'once' }

function countersOf(attempt: Attempt): Counter[] {
  if ('device' in attempt) {
    return [{ key: `${devicesKey(attempt.username)}${attempt.device}`, max: perDeviceMax, isForgiven: 'whole' }]
  }
  if ('clientAddress' in attempt) {
    return [{ key: `client:${networkOf(attempt.clientAddress)}`, max: perAddressMax, isForgiven: 'once' }]
  }
  const { address, username } = attempt
  const ofAddress: Counter = { key: `address:${networkOf(address)}`, max: perAddressMax, isForgiven: 'once' }
  if (username === undefined) return [ofAddress]
  // Invented names are not stored after the address has used up its attempts.
  return [
    ofAddress,
    { key: `${nameKey(username)}:${networkOf(address)}`, max: perNameAndAddressMax, isForgiven: 'whole' },
    { key: nameKey(username), max: perNameMax, isForgiven: 'whole' },
  ]
}

/**
 * Counts an attempt before it is made, so that concurrent attempts cannot bypass the limit. Returns the seconds to wait
 * if there were too many. Refused attempts count but do not extend the wait. The counts are in the store, so they
 * survive restarts and apply to all collectors.
 */
export async function countAttempt(ctx: SystemContext, attempt: Attempt): Promise<number | undefined> {
  for (const { key, max } of countersOf(attempt)) {
    const row = await count(ctx, key)
    if (!row || row.attempts <= max) continue
    const waitSeconds = secondsTo(ctx, row.endsAt)
    // Logged once, so that repeated attempts do not fill the log.
    if (row.attempts === max + 1) ctx.log.warn({ ...logged(attempt), waitSeconds }, 'sign-in: too many attempts')
    return waitSeconds
  }
  return undefined
}

async function count(ctx: SystemContext, key: string) {
  const now = nowOf(ctx)
  const endsAt = new Date(ctx.clock.now().getTime() + windowSeconds * 1000).toISOString()
  return ctx.store.writeCounters(async (tx) => {
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
}

/** Clears the attempts of a name or browser after the right password, and takes this one off the address. */
export async function clearAttempt(ctx: SystemContext, attempt: Attempt): Promise<void> {
  await ctx.store.writeCounters(async (tx) => {
    const { signInAttempts: table } = tx.tables(userTables)
    for (const { key, isForgiven } of countersOf(attempt)) {
      const ofKey = eq(table.key, key)
      if (isForgiven === 'whole') await tx.delete(table).where(ofKey)
      else {
        await tx
          .update(table)
          .set({ attempts: sql`${table.attempts} - 1` })
          .where(ofKey)
      }
    }
  })
}

/** Clears the attempts of a user who got a new password. */
export async function clearAttempts(tx: Tx, username: string): Promise<void> {
  const { signInAttempts: table } = tx.tables(userTables)
  await tx
    .delete(table)
    .where(or(like(table.key, `${nameKey(username)}%`), like(table.key, `${devicesKey(username)}%`)))
}

// Hashed: people sometimes type their password as the name.
const nameKey = (username: string) => `name:${hashSecret(username.toLowerCase())}`
const devicesKey = (username: string) => `device:${hashSecret(username.toLowerCase())}:`

/** Fields for the log: the address alone, since a typed name may be a password. */
function logged(attempt: Attempt): { address?: string } {
  if ('device' in attempt) return {}
  return { address: 'clientAddress' in attempt ? attempt.clientAddress : attempt.address }
}

const secondsTo = (ctx: SystemContext, time: string): number =>
  Math.max(1, Math.ceil((Date.parse(time) - ctx.clock.now().getTime()) / 1000))
