import { join } from 'node:path'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import { createIngest, type Ingest } from '../../collector/src/ingest/accept/ingest.ts'
import type { Context } from '../../collector/src/lib/context.ts'
import { noMetrics } from '../../collector/src/lib/metrics.ts'
import { ensureDefaultSite } from '../../collector/src/sites/ensure-default-site.ts'
import { migrate } from '../../collector/src/store/migrations.ts'
import { openStore } from '../../collector/src/store/open.ts'
import { makeVault } from '../../collector/src/store/vault.ts'
import { tmpFolder } from '../harness/tmp.ts'

export type InProcess = AsyncDisposable & {
  ctx: Context
  ingest: Ingest
  /** Bytes of each table with its indexes, by dbstat. */
  sizes(): ReadonlyMap<string, number>
}

/** A collector's store and ingest on an empty SQLite database, without the rest of it. */
export async function openInProcess(clock: Context['clock'] = { now: () => new Date() }): Promise<InProcess> {
  const folder = await tmpFolder('rollcall-bench-')
  const file = join(folder.path, 'rollcall.db')
  const store = await openStore({ engine: 'sqlite', file })
  await migrate(store)
  const system = {
    store,
    clock,
    vault: makeVault(join(folder.path, 'master.key')),
    log: pino({ level: 'error' }, pino.destination(2)),
    metrics: noMetrics,
    outbound: createOutbound({}),
    wakeOutbox: () => undefined,
  }
  const siteId = await ensureDefaultSite(system)
  return {
    ctx: { ...system, siteId, actor: { kind: 'user', id: '', name: 'bench', capabilities: [], siteIds: [siteId] } },
    ingest: createIngest(system),
    sizes: () => sizesOf(file),
    async [Symbol.asyncDispose]() {
      await store.close()
      await folder.remove()
    },
  }
}

function sizesOf(file: string): ReadonlyMap<string, number> {
  const database = new Database(file, { readonly: true })
  try {
    const rows = database
      .prepare<[], { table: string; bytes: number }>(
        'select tbl_name as "table", sum(pgsize) as bytes from dbstat join sqlite_schema using (name) where aggregate = true group by tbl_name',
      )
      .all()
    return new Map(rows.map(({ table, bytes }) => [table, bytes]))
  } finally {
    database.close()
  }
}
