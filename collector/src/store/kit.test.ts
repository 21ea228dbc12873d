import { expect, it } from 'vitest'
import { generateMigrationSql } from './generate-migrations.ts'
import { createKit, type Kit } from './kit.ts'
import { openStore } from './open.ts'
import { describeOnBothEngines } from './testing/stores.ts'

const roomTables = (kit: Kit) => ({
  rooms: kit.table('rooms', { id: kit.text('id').primaryKey(), name: kit.text('name') }),
})

const deskTables = (kit: Kit) => ({
  desks: kit.table('desks', {
    id: kit.text('id').primaryKey(),
    roomId: kit.text('room_id').references(() => kit.tables(roomTables).rooms.id, { onDelete: 'cascade' }),
  }),
})

/** The next version: SQLite has no statement for it, the table is rebuilt. */
const changedRoomTables = (kit: Kit) => ({
  rooms: kit.table('rooms', {
    id: kit.text('id').primaryKey(),
    name: kit.text('name').notNull().default('unknown'),
  }),
})

describeOnBothEngines('the kit', ({ engine, newDatabase }) => {
  it('creates the tables of a factory once', () => {
    const kit = createKit(engine)
    expect(kit.tables(roomTables)).toBe(kit.tables(roomTables))
    expect(kit.engine).toBe(engine)
  })

  it('rejects two tables of one name', async () => {
    const again = (kit: Kit) => roomTables(kit)
    await expect(generateMigrationSql(engine, [roomTables, again], undefined)).rejects.toThrow(
      'two tables are called rooms',
    )
  })

  it('migrates a schema without losing rows, also rows that refer to a rebuilt table', async () => {
    const before = await generateMigrationSql(engine, [roomTables, deskTables], undefined)
    const after = await generateMigrationSql(engine, [changedRoomTables, deskTables], before.snapshot)
    const migrations = [
      { name: '0000_before.sql', sql: before.sql },
      { name: '0001_after.sql', sql: after.sql },
    ]
    const store = await openStore(await newDatabase())
    await store.migrate(migrations.slice(0, 1))
    const { desks } = store.tables(deskTables)
    await store.write(async (tx) => {
      await tx.insert(tx.tables(roomTables).rooms).values({ id: 'r', name: 'Hall' })
      await tx.insert(desks).values({ id: 'd', roomId: 'r' })
    })
    expect(await store.migrate(migrations)).toEqual({ applied: 1 })
    const { rooms } = store.tables(changedRoomTables)
    expect(await store.read((db) => db.select().from(rooms))).toEqual([{ id: 'r', name: 'Hall' }])
    expect(await store.read((db) => db.select().from(desks))).toEqual([{ id: 'd', roomId: 'r' }])
    await expect(store.write((tx) => tx.insert(desks).values({ id: 'e', roomId: 'none' }))).rejects.toThrow(
      /foreign key/i,
    )
    await store.close()
  })
})
