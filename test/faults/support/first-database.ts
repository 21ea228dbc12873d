import { DatabaseSync } from 'node:sqlite'
import { readMigrations } from '@rollcall/collector/store/migrations.ts'
import { openStore, type StoreOptions } from '@rollcall/collector/store/open.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { Client } from 'pg'

export const deviceCount = 200

type Row = Record<string, string | number>
type Insert = (table: string, row: Row) => unknown

/** Makes a database as the first release made it, with devices of one snapshot each; gives the ids of the devices. */
export async function makeFirstDatabase(options: StoreOptions): Promise<string[]> {
  const [first] = await readMigrations(options.engine)
  if (!first) throw new Error('there are no migrations')
  const store = await openStore(options)
  await store.migrate([first])
  await store.close()
  const { insert, commit } = await openDatabase(options)
  const [siteId, at] = [newId(), Date.now()]
  const empty = JSON.stringify({ macAddresses: [], ipAddresses: [], chassisSerials: [], sshHostKeys: [] })
  const report = JSON.stringify({ type: 'computer', name: 'old', evidence: [], truncated: [], probes: [] })
  const match = JSON.stringify({ decision: 'new', matched: [], against: [], confidence: 1, review: null })
  const ids = Array.from({ length: deviceCount }, newId)
  await insert('sites', { id: siteId, name: 'Default', name_key: 'default', created_at: at })
  for (const [index, id] of ids.entries()) {
    const name = `old-${index}`
    const times = { first_seen: at, last_seen: at, modified_at: at }
    const named = { name, name_key: name, search_text: name, type: 'computer', custom_fields: '[]' }
    await insert('devices', { id, site_id: siteId, ...named, ...times })
    const seen = { audit_date: at, received_at: at, source: 'Agent', depth: 'audit' }
    const origin = { id: newId(), site_id: siteId, device_id: id, observation_id: newId() }
    await insert('snapshots', { ...origin, ...seen, identity: empty, report, match })
  }
  await commit()
  return ids
}

/** In a transaction. */
async function openDatabase(options: StoreOptions): Promise<{ insert: Insert; commit: () => Promise<void> }> {
  const statement = (table: string, row: Row, parameter: (number: number) => string) =>
    `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, index) => parameter(index + 1))})`
  if (options.engine === 'sqlite') {
    const database = new DatabaseSync(options.file)
    database.exec('BEGIN')
    return {
      insert: (table, row) => database.prepare(statement(table, row, () => '?')).run(...Object.values(row)),
      commit: async () => {
        database.exec('COMMIT')
        database.close()
      },
    }
  }
  const client = new Client({ connectionString: options.url })
  await client.connect()
  await client.query('BEGIN')
  return {
    insert: (table, row) =>
      client.query(
        statement(table, row, (number) => `$${number}`),
        Object.values(row),
      ),
    commit: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
