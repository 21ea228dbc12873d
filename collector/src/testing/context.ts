import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@rollcall/shared/ids.ts'
import { parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { asc } from 'drizzle-orm'
import { pino } from 'pino'
import type { Context } from '../lib/context.ts'
import { noMetrics } from '../lib/metrics.ts'
import { TrustedTime } from '../lib/trusted-time.ts'
import { changeTables } from '../store/schema/change-log.ts'
import { enrollmentTables } from '../store/schema/enrollment.ts'
import { siteTables } from '../store/schema/sites.ts'
import type { Store } from '../store/store.ts'
import { makeVault } from '../store/vault.ts'

/** For tests: the policy of an operator whose mail server, bucket and issuer run on the same machine. */
export const loopbackOutbound = createOutbound({ allow: parseAllowList('127.0.0.0/8,::1') })

/** Creates a vault with a key for this test only. */
function testVault() {
  const keyFile = join(tmpdir(), `rollcall-test-${randomUUID()}.key`)
  const vault = makeVault(keyFile)
  rmSync(keyFile)
  return vault
}

/** For tests: creates a context with an Administrator of a new site, and a clock that moves only on demand. */
export async function testContext(
  store: Store,
  outbound = loopbackOutbound,
  { metrics = noMetrics, log = pino({ level: 'silent' }) }: Partial<Pick<Context, 'metrics' | 'log'>> = {},
) {
  let time = Date.parse('2026-11-20T08:00:00.000Z')
  const siteId = newId()
  const woken: number[] = []
  const ctx: Context = {
    store,
    clock: { now: () => new Date(time) },
    vault: testVault(),
    log,
    metrics,
    outbound,
    wakeOutbox: () => void woken.push(time),
    actor: { kind: 'app', id: 'app', name: 'Test app', capabilities: ['Administrator'], siteIds: [siteId] },
    siteId,
  }
  await store.write((tx) =>
    tx
      .insert(tx.tables(siteTables).sites)
      .values({ id: siteId, name: `Test site ${siteId}`, nameKey: `test site ${siteId}`, createdAt: at(time) }),
  )
  return {
    ctx,
    /** Number of wake-ups of the outbox. */
    woken: () => woken.length,
    advance(seconds: number) {
      time += seconds * 1000
    },
    reader: { ...ctx, actor: { ...ctx.actor, capabilities: [] } } satisfies Context,
    /** Adds an Audit Service that has joined this site. */
    async addAuditService(): Promise<string> {
      const id = newId()
      const service = {
        id,
        siteId,
        name: 'Service',
        hostname: 'host',
        version: '0.1.0',
        userPublicKey: 'U',
        curvePublicKey: 'X',
      }
      await store.write((tx) =>
        tx
          .insert(tx.tables(enrollmentTables).auditServices)
          .values({ ...service, capabilities: [], createdAt: at(time) }),
      )
      return id
    },
  }
}

/** For tests: the time of a context's clock as a trusted time. */
export const timeOf = ({ clock }: Pick<Context, 'clock'>): TrustedTime => new TrustedTime(clock.now())

/** For tests: returns the whole change log, in order of writing. */
export function changesOf(ctx: Context) {
  return ctx.store.read((db) => {
    const { changes } = db.tables(changeTables)
    return db.select().from(changes).orderBy(asc(changes.id))
  })
}

const at = (time: number) => new Date(time).toISOString()
