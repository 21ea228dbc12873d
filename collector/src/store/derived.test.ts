import { asc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type Factories, generateMigrationSql } from './generate-migrations.ts'
import type { Kit } from './kit.ts'
import { openStore } from './open.ts'
import { amongFound } from './sql.ts'
import type { Db, Store } from './store.ts'
import { describeOnBothEngines } from './testing/stores.ts'

const shelfTables = (kit: Kit, title: ReturnType<Kit['text']>) => {
  const books = kit.table('books', {
    id: kit.text('id').primaryKey(),
    shelf: kit.text('shelf').notNull(),
    title,
    author: kit.text('author'),
  })
  return {
    books,
    bookSearch: kit.textIndex('books_search', { key: books.id, text: books.title, orders: { shelf: [books.shelf] } }),
    bookTally: kit.tally('books_tally', [books.shelf]),
    authorTally: kit.tally('books_author_tally', [books.author]),
    bookRevision: kit.revision('books_revision', [books.title], 'counts'),
  }
}

const before = (kit: Kit) => shelfTables(kit, kit.text('title').notNull())
/** A change for which SQLite has to rebuild the table. */
const after = (kit: Kit) => shelfTables(kit, kit.text('title'))

describeOnBothEngines('a derived structure of a table', ({ engine, newDatabase, open }) => {
  const titles = async (store: Store, tables: typeof before, part: string) =>
    store.read(async (db) => {
      const { books, bookSearch } = db.tables(tables)
      const byIndex = await db
        .select()
        .from(books)
        .where(amongFound(books.id, bookSearch.keysOf(part)))
        .orderBy(asc(books.id))
      const expected = await db.select().from(books).where(bookSearch.contains(part)).orderBy(asc(books.id))
      expect(byIndex).toEqual(expected)
      return byIndex.map(({ title }) => title)
    })
  const countOf = async (db: Db, tables: typeof before, shelf: string) => {
    const { books, bookTally } = db.tables(tables)
    const [found] = await db.select({ n: bookTally.total }).from(bookTally.groups).where(eq(books.shelf, shelf))
    return found?.n
  }
  const fill = (store: Store) =>
    store.write(async (tx) => {
      const { books } = tx.tables(before)
      await tx.insertRows(books, [
        { id: '1', shelf: 'a', title: 'moby dick' },
        { id: '2', shelf: 'a', title: 'dickens' },
        { id: '3', shelf: 'b', title: 'emma' },
      ])
    })

  it('follows every change of a row, also a rollback', async () => {
    const store = await open([before])
    await fill(store)
    const { books } = store.tables(before)
    expect(await titles(store, before, 'dick')).toEqual(['moby dick', 'dickens'])
    await store.write(async (tx) => {
      await tx.update(books).set({ title: 'bleak house', shelf: 'b' }).where(eq(books.id, '2'))
      await tx.delete(books).where(eq(books.id, '3'))
    })
    expect(await titles(store, before, 'dick')).toEqual(['moby dick'])
    expect(await titles(store, before, 'k ho')).toEqual(['bleak house'])
    expect(await titles(store, before, 'emm')).toEqual([])
    const failed = store.write(async (tx) => {
      await tx.delete(books)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await titles(store, before, 'dick')).toEqual(['moby dick'])
    await store.read(async (db) => {
      expect([await countOf(db, before, 'a'), await countOf(db, before, 'b'), await countOf(db, before, 'c')]).toEqual([
        1, 1, 0,
      ])
    })
    await store.write((tx) => tx.delete(books).where(eq(books.shelf, 'b')))
    const { bookTally } = store.tables(before)
    const shelf = sql<string>`${books.shelf}`
    const groups = await store.read((db) => db.select({ shelf }).from(bookTally.groups).groupBy(books.shelf))
    expect(groups).toEqual([{ shelf: 'a' }])
  })

  it('counts rows without a value as a group of their own', async () => {
    const store = await open([before])
    await fill(store)
    const { books, authorTally } = store.tables(before)
    const author = sql<string>`${books.author}`
    const groups = () =>
      store.read((db) =>
        db.select({ author, n: authorTally.total }).from(authorTally.groups).groupBy(books.author).orderBy(asc(author)),
      )
    expect(await groups()).toEqual([{ author: '', n: 3 }])
    await store.write((tx) => tx.update(books).set({ author: 'Melville' }).where(eq(books.id, '1')))
    expect(await groups()).toEqual([
      { author: '', n: 2 },
      { author: 'Melville', n: 1 },
    ])
    await store.write((tx) => tx.update(books).set({ author: null }).where(eq(books.id, '1')))
    await store.write((tx) => tx.delete(books).where(eq(books.id, '2')))
    expect(await groups()).toEqual([{ author: '', n: 2 }])
  })

  it('counts matching rows up to a limit', async () => {
    const store = await open([before])
    await fill(store)
    await store.read(async (db) => {
      const { bookSearch } = db.tables(before)
      const matches = async (part: string, max: number) =>
        (await db.select({ n: sql<number>`count(*)`.mapWith(Number) }).from(bookSearch.matches(part, max)))[0]?.n
      expect([await matches('dick', 5), await matches('dick', 1), await matches('none', 5)]).toEqual([2, 1, 0])
    })
  })

  it('caches a count until its rows change', async () => {
    const store = await open([before])
    await fill(store)
    const { books, bookRevision } = store.tables(before)
    let counted = 0
    const countOf = (key: string) => (db: Db) =>
      db.cachedCount([bookRevision], key, () => {
        counted += 1
        return db.$count(books, eq(books.title, key))
      })
    const emma = () => store.read(countOf('emma'))
    expect([await emma(), await emma(), counted]).toEqual([1, 1, 1])
    expect(await store.read(countOf('dickens'))).toBe(1)
    await store.write((tx) => tx.update(books).set({ shelf: 'c' }))
    counted = 0
    expect([await emma(), counted]).toEqual([1, 0])

    const failed = store.write(async (tx) => {
      await tx.update(books).set({ title: 'emma' })
      expect(await countOf('emma')(tx)).toBe(3)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await emma()).toBe(1)
    await store.write((tx) => tx.update(books).set({ title: 'emma' }).where(eq(books.id, '1')))
    expect(await emma()).toBe(2)
    await store.write((tx) => tx.delete(books).where(eq(books.id, '3')))
    expect(await emma()).toBe(1)
    await store.write((tx) => tx.insertRows(books, [{ id: '5', shelf: 'a', title: 'emma' }]))
    expect(await emma()).toBe(2)
  })

  it('is built from existing rows, and rebuilt with the table', async () => {
    const options = await newDatabase()
    const plain = (kit: Kit) => ({ books: before(kit).books })
    const sqlOf = async (tables: Factories, from: Factories | undefined) => {
      const earlier = from && (await generateMigrationSql(engine, from, undefined)).snapshot
      return (await generateMigrationSql(engine, tables, earlier)).sql
    }
    const migrations = [
      { name: '0000.sql', sql: await sqlOf([plain], undefined) },
      { name: '0001.sql', sql: await sqlOf([before], [plain]) },
      { name: '0002.sql', sql: await sqlOf([after], [before]) },
    ]
    const store = await openStore(options)
    await store.migrate(migrations.slice(0, 1))
    await fill(store)
    await store.migrate(migrations.slice(0, 2))
    expect(await titles(store, before, 'dick')).toEqual(['moby dick', 'dickens'])
    await store.migrate(migrations)
    const { books } = store.tables(after)
    await store.write((tx) => tx.insertRows(books, [{ id: '4', shelf: 'b', title: 'dick tracy' }]))
    expect(await titles(store, after, 'dick')).toEqual(['moby dick', 'dickens', 'dick tracy'])
    expect(await store.read((db) => countOf(db, after, 'b'))).toBe(2)
    await store.close()
  })
})

describe('a migration', () => {
  it('does nothing if neither tables nor derived structures changed', async () => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const { snapshot } = await generateMigrationSql(engine, [before], undefined)
      expect((await generateMigrationSql(engine, [before], JSON.parse(JSON.stringify(snapshot)))).sql).toBe('')
    }
  })
})
