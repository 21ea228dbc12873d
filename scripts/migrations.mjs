// npm run migrations -- NAME       writes the next migration for both engines, when the tables have changed
// npm run migrations -- --check    fails when a migration is missing; writes nothing
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { counted } from '@rollcall/shared/counted.ts'
import { writeFileWhole } from '@rollcall/shared/node/durable-files.ts'
import { generateMigrationSql } from '../collector/src/store/generate-migrations.ts'
import { allTables } from '../collector/src/store/schema/all.ts'

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true })
const name = positionals[0] ?? 'change'
if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) fail('NAME is lower-case letters, digits and _, such as add_tags')

for (const engine of /** @type {const} */ (['sqlite', 'postgres'])) {
  const folder = new URL(`../collector/src/store/migrations/${engine}/`, import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'))
  const snapshotFile = new URL('snapshot.json', folder)
  const before = files.length > 0 ? JSON.parse(await readFile(snapshotFile, 'utf8')) : undefined
  const { snapshot, sql } = await generateMigrationSql(engine, allTables, before)
  if (sql === '') {
    console.log(`${engine}: nothing to do, ${counted(files.length, 'migration')}`)
    continue
  }
  if (values.check) fail(`${engine}: the tables have changed since the last migration; run: npm run migrations -- NAME`)
  const file = `${String(files.length).padStart(4, '0')}_${name}.sql`
  await writeFileWhole(fileURLToPath(new URL(file, folder)), sql, { mode: 0o644 })
  await writeFileWhole(fileURLToPath(snapshotFile), `${JSON.stringify(snapshot, null, 2)}\n`, { mode: 0o644 })
  console.log(`${engine}: wrote ${file}; read it before you commit it`)
}

/** @param {string} message */
function fail(message) {
  console.error(message)
  process.exit(1)
}
