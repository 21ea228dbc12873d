import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tmpFolder } from '../../../../test/harness/tmp.ts'
import { secretTables } from '../../store/schema/access.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { makeVault } from '../../store/vault.ts'
import { loadOrCreateSecret } from './stored-secrets.ts'

describeOnBothEngines('secrets', ({ engine, open, newDatabase }) => {
  const clock = { now: () => new Date('2026-11-20T08:00:00Z') }

  it('are created once, also when two collectors start on one database', async () => {
    await using folder = await tmpFolder()
    const vault = makeVault(join(folder.path, 'master.key'))
    const database = await newDatabase()
    const store = await open(undefined, database)
    // An SQLite database has one collector.
    const other = engine === 'postgres' ? await open(undefined, database) : store
    const secrets = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        loadOrCreateSecret({ store: index % 2 ? store : other, vault, clock }, 'some.key', () => randomBytes(32)),
      ),
    )
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  })

  it('are not stored in the clear', async () => {
    await using folder = await tmpFolder()
    const vault = makeVault(join(folder.path, 'master.key'))
    const store = await open()
    await loadOrCreateSecret({ store, vault, clock }, 'some.key', () => Buffer.from('the secret itself'))
    const [row] = await store.read((db) => db.select().from(db.tables(secretTables).secrets))
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.toContain('the secret')
  })
})
