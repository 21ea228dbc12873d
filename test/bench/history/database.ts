import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pino } from 'pino'
import type { Context, SystemContext } from '../../../collector/src/context.ts'
import { createIngest, type Ingest } from '../../../collector/src/ingest/ingest.ts'
import { ensureDefaultSite } from '../../../collector/src/sites/ensure-default-site.ts'
import { migrate } from '../../../collector/src/store/migrations.ts'
import { openStore } from '../../../collector/src/store/open.ts'
import { openVault } from '../../../collector/src/store/vault.ts'
import { tmpFolder } from '../../harness/tmp.ts'

export type HistoryDatabase = AsyncDisposable & {
  ctx: Context
  ingest: Ingest
  /** Bytes of the tables of snapshots with their indexes, and of the whole database. */
  sizes(): { history: number; whole: number }
}

/** A collector's store and ingest on an empty SQLite database, without the rest of it. */
export async function openHistoryDatabase(): Promise<HistoryDatabase> {
  const folder = await tmpFolder()
  const file = join(folder.path, 'rollcall.db')
  const store = await openStore({ engine: 'sqlite', file })
  await migrate(store)
  const system: SystemContext = {
    store,
    clock: { now: () => new Date() },
    vault: openVault(join(folder.path, 'master.key')),
    log: pino({ level: 'error' }, pino.destination(2)),
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

function sizesOf(file: string) {
  const database = new Database(file, { readonly: true })
  try {
    const sum = (where: string) =>
      database
        .prepare<[], number>(
          `select sum(pgsize) from dbstat join sqlite_schema using (name) where aggregate = true and ${where}`,
        )
        .pluck()
        .get() ?? 0
    return {
      history: sum(`tbl_name in ('sections', 'snapshots', 'snapshot_facts', 'snapshot_sites', 'raw_payloads')`),
      whole: sum('true'),
    }
  } finally {
    database.close()
  }
}
