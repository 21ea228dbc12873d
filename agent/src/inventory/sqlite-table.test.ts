import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readTable } from './sqlite-table.ts'

async function database(fill: (db: DatabaseSync) => void): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
  try {
    const db = new DatabaseSync(join(folder, 'db'))
    fill(db)
    db.close()
    return await readFile(join(folder, 'db'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const values = [0, 1, -1, 200, -40_000, 8_000_000, 2 ** 31, -(2 ** 40), 1_795_874_735_317_765, null, 1.5]

it('reads what SQLite wrote: values of all sizes, many pages, and long texts', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    Name: `user-${index}${'x'.repeat(index === 77 ? 20_000 : index % 50)}`,
    Time: values[index % values.length] ?? null,
  }))
  const bytes = await database((db) => {
    db.exec('CREATE TABLE Other(a); CREATE TABLE Log(Name TEXT PRIMARY KEY, Time ANY) STRICT')
    db.exec('BEGIN')
    const insert = db.prepare('INSERT INTO Log VALUES (?, ?)')
    for (const { Name, Time } of rows) insert.run(Name, Time)
    db.exec('COMMIT')
  })
  expect(readTable(bytes, 'Log')).toEqual(rows)
  expect(readTable(bytes, 'Other')).toEqual([])
  expect(readTable(bytes, 'None')).toBeUndefined()
  expect(readTable(Buffer.alloc(0), 'Log')).toBeUndefined()
})

it('ends with an error or with rows on damaged bytes', async () => {
  const bytes = await database((db) => {
    db.exec('BEGIN; CREATE TABLE Log(Name TEXT PRIMARY KEY, Time INTEGER)')
    for (let index = 0; index < 300; index += 1)
      db.exec(`INSERT INTO Log VALUES ('${'n'.repeat(100)}${index}', ${index})`)
    db.exec('COMMIT')
  })
  expect(() => readTable(bytes.subarray(0, 5_000), 'Log')).toThrow('is missing')
  expect(() => readTable(Buffer.from('no database at all'), 'Log')).toThrow('no SQLite database')
  let random = 1
  const next = (below: number) => {
    random = (random * 48_271) % 2_147_483_647
    return random % below
  }
  for (let round = 0; round < 2_000; round += 1) {
    const damaged = Buffer.from(bytes)
    for (let change = 0; change < 5; change += 1) damaged[16 + next(damaged.length - 16)] = next(256)
    try {
      expect((readTable(damaged, 'Log') ?? []).length).toBeLessThan(10_000)
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
    }
  }
})
