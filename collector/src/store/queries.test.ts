import { and, asc, count, desc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readPage } from './page.ts'
import {
  among,
  ascending,
  contains,
  descending,
  equalsIgnoringCase,
  excluded,
  insertChunks,
  pairAmong,
  startsWith,
  valueChunks,
} from './sql.ts'
import { describeOnBothEngines } from './testing/stores.ts'
import { sampleTables } from './testing/tables.ts'

describeOnBothEngines('queries', ({ open }) => {
  const openSample = async () => {
    const store = await open([sampleTables])
    const tables = store.tables(sampleTables)
    await store.write(async (tx) => {
      await tx.insert(tables.shelves).values([
        { id: 's1', room: 'A' },
        { id: 's2', room: null },
      ])
      await tx.insert(tables.books).values([
        { id: 'b1', shelfId: 's1', title: 'One', pages: 10 },
        { id: 'b2', shelfId: 's1', title: 'Two', pages: 20 },
        { id: 'b3', title: 'Three', pages: 30 },
      ])
    })
    return { store, ...tables }
  }

  it('join, group and count', async () => {
    const { store, shelves, books } = await openSample()
    const rows = await store.read((db) =>
      db
        .select({ id: shelves.id, books: count(books.id), longest: max(books.pages) })
        .from(shelves)
        .leftJoin(books, eq(books.shelfId, shelves.id))
        .groupBy(shelves.id)
        .orderBy(asc(shelves.id)),
    )
    expect(rows).toEqual([
      { id: 's1', books: 2, longest: 20 },
      { id: 's2', books: 0, longest: null },
    ])
    const whole = await store.read((db) =>
      db.select().from(books).leftJoin(shelves, eq(books.shelfId, shelves.id)).orderBy(asc(books.id)),
    )
    expect(whole.map((row) => [row.books.title, row.shelves?.room])).toEqual([
      ['One', 'A'],
      ['Two', 'A'],
      ['Three', undefined],
    ])
    expect(await store.read((db) => db.$count(books, ne(books.id, 'b1')))).toBe(2)
  })

  it('read a page of matches and their total', async () => {
    const { store, books } = await openSample()
    const pageFrom = (offset: number) =>
      store.read((db) => {
        const where = ne(books.id, 'b2')
        const rows = db.select({ id: books.id }).from(books).where(where).orderBy(desc(books.id))
        return readPage(rows, db.$count(books, where), { limit: 1, offset })
      })
    expect(await pageFrom(0)).toEqual({ items: [{ id: 'b3' }], total: 2 })
    expect(await pageFrom(1)).toEqual({ items: [{ id: 'b1' }], total: 2 })
    expect(await pageFrom(2)).toEqual({ items: [], total: 2 })
  })

  it('use subqueries and common table expressions', async () => {
    const { store, books } = await openSample()
    const rows = await store.read((db) => {
      const long = db.$with('long').as(db.select({ id: books.id }).from(books).where(eq(books.pages, 30)))
      return db
        .with(long)
        .select()
        .from(books)
        .where(inArray(books.id, db.select({ id: long.id }).from(long)))
    })
    expect(rows.map((row) => row.id)).toEqual(['b3'])
  })

  it('upsert with the rejected values, or do nothing', async () => {
    const { store, pairs } = await openSample()
    const upsert = (weight: number) =>
      store.write((tx) =>
        tx
          .insert(pairs)
          .values({ left: 'a', right: 'b', weight })
          .onConflictDoUpdate({
            target: [pairs.left, pairs.right],
            set: { weight: sql`${pairs.weight} + ${excluded(pairs.weight)}` },
          })
          .returning(),
      )
    expect(await upsert(1)).toEqual([{ left: 'a', right: 'b', weight: 1 }])
    expect(await upsert(5)).toEqual([{ left: 'a', right: 'b', weight: 6 }])
    const ignored = await store.write((tx) =>
      tx.insert(pairs).values({ left: 'a', right: 'b', weight: 9 }).onConflictDoNothing().returning(),
    )
    expect(ignored).toEqual([])
  })

  it('insert rows with defaults, all or none', async () => {
    const { store, books, values } = await openSample()
    const time = '2026-11-20T08:15:30.123Z'
    const row = {
      text: 'a\u0000',
      integer: 1,
      real: 0.5,
      boolean: true,
      time,
      json: { b: [1] },
      bytes: Buffer.from('x'),
      uuid: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
      digest: 'a0'.repeat(32),
    }
    await store.write(async (tx) => {
      await tx.insertRows(values, [row, {}])
      await tx.insertRows(books, [{ id: 'b4', title: 'Four' }])
      await tx.insertRows(books, [])
    })
    const stored = await store.read((db) => db.select().from(values).orderBy(asc(values.number)))
    const empty = Object.fromEntries(Object.keys(row).map((key) => [key, null]))
    expect(stored).toEqual([
      { number: 1, ...row, text: 'a\ufffd' },
      { number: 2, ...empty },
    ])
    const [book] = await store.read((db) => db.select().from(books).where(eq(books.id, 'b4')))
    expect(book).toEqual({ id: 'b4', title: 'Four', shelfId: null, pages: 0 })
    const again = store.write((tx) =>
      tx.insertRows(books, [
        { id: 'b5', title: 'Five' },
        { id: 'b4', title: 'Six' },
      ]),
    )
    await expect(again).rejects.toThrow()
    expect(await store.read((db) => db.$count(books))).toBe(4)
  })

  it('insert rows in bulk, or update existing ones', async () => {
    const { store, books } = await openSample()
    const many = Array.from({ length: 150 }, (_, index) => ({ id: `m${index}`, title: `Title ${index}`, pages: index }))
    const byId = { target: ['id'] as const }
    await store.write(async (tx) => {
      await tx.upsertRows(books, many, { ...byId, set: [] })
      const changed = { id: 'b1', title: 'One "again"\\', pages: 11 }
      await tx.upsertRows(books, [changed, { id: 'b9', title: '{Nine}', pages: 9 }], {
        ...byId,
        set: ['title', 'shelfId'],
      })
      await tx.upsertRows(books, [{ id: 'b2', title: 'left', pages: 0 }], { ...byId, set: [] })
      await tx.upsertRows(books, [], { ...byId, set: ['title'] })
    })
    const stored = await store.read((db) => db.select().from(books).orderBy(asc(books.id)))
    expect(stored.filter(({ id }) => id.startsWith('b'))).toEqual([
      { id: 'b1', shelfId: null, title: 'One "again"\\', pages: 10 },
      { id: 'b2', shelfId: 's1', title: 'Two', pages: 20 },
      { id: 'b3', shelfId: null, title: 'Three', pages: 30 },
      { id: 'b9', shelfId: null, title: '{Nine}', pages: 9 },
    ])
    expect(stored.filter(({ id }) => id.startsWith('m')).reduce((sum, { pages }) => sum + pages, 0)).toBe(11_175)
  })

  it('update rows in bulk, each by its key', async () => {
    const { store, books } = await openSample()
    await store.write((tx) =>
      tx.updateRows(
        books,
        [
          { id: 'b1', shelfId: null, pages: 1 },
          { id: 'b3', shelfId: 's2', pages: 3 },
          { id: 'not there', shelfId: null, pages: 5 },
        ],
        { key: 'id', set: ['shelfId', 'pages'] },
      ),
    )
    expect(await store.read((db) => db.select().from(books).orderBy(asc(books.id)))).toEqual([
      { id: 'b1', shelfId: null, title: 'One', pages: 1 },
      { id: 'b2', shelfId: 's1', title: 'Two', pages: 20 },
      { id: 'b3', shelfId: 's2', title: 'Three', pages: 3 },
    ])
  })

  it('update rows in bulk by a key of two columns', async () => {
    const { store, pairs } = await openSample()
    const row = (left: string, right: string, weight: number) => ({ left, right, weight })
    await store.write(async (tx) => {
      await tx.insertRows(pairs, [row('a', 'x', 1), row('a', 'y', 2), row('b', 'x', 3)])
      const change = { key: ['left', 'right'], set: ['weight'] } as const
      await tx.updateRows(pairs, [row('a', 'y', 20), row('b', 'y', 40)], change)
    })
    const stored = await store.read((db) => db.select().from(pairs).orderBy(asc(pairs.weight)))
    expect(stored).toEqual([row('a', 'x', 1), row('b', 'x', 3), row('a', 'y', 20)])
  })

  it('add to numbers in bulk, or insert the added value', async () => {
    const { store, pairs } = await openSample()
    const add = (...weights: number[]) =>
      store.write((tx) =>
        tx.upsertRows(
          pairs,
          weights.map((weight, index) => ({ left: 'a', right: `${index}`, weight })),
          { target: ['left', 'right'], set: [], add: ['weight'] },
        ),
      )
    await add(5, 7)
    await add(-2)
    expect(await store.read((db) => db.select().from(pairs).orderBy(asc(pairs.right)))).toEqual([
      { left: 'a', right: '0', weight: 3 },
      { left: 'a', right: '1', weight: 7 },
    ])
  })

  it('delete rows in bulk, each by its key', async () => {
    const { store, pairs } = await openSample()
    const keys = Array.from({ length: 300 }, (_, index) => ({ left: `l${index % 3}`, right: `r${index}` }))
    await store.write(async (tx) => {
      await tx.insertRows(
        pairs,
        keys.map((key, weight) => ({ ...key, weight })),
      )
      await tx.deleteRows(pairs, [...keys.slice(0, 298), { left: 'l0', right: 'r299' }], ['left', 'right'])
      await tx.deleteRows(pairs, [], ['left'])
    })
    expect(await store.read((db) => db.select().from(pairs).orderBy(asc(pairs.weight)))).toEqual([
      { left: 'l1', right: 'r298', weight: 298 },
      { left: 'l2', right: 'r299', weight: 299 },
    ])
    await store.write((tx) => tx.deleteRows(pairs, [{ left: 'l2' }], ['left']))
    expect(await store.read((db) => db.$count(pairs))).toBe(1)
  })

  it('find rows by any number of texts or numbers', async () => {
    const { store, books, values } = await openSample()
    const [first, second] = await store.write((tx) => tx.insert(values).values([{}, {}, {}]).returning())
    const found = await store.read(async (db) => ({
      texts: await db.$count(books, among(books.id, ['b1', 'b3', 'none'])),
      numbers: await db.$count(books, among(books.pages, [20, 21])),
      sequence: await db.$count(values, among(values.number, [first?.number ?? 0, second?.number ?? 0, 999])),
      none: await db.$count(books, among(books.pages, [])),
    }))
    expect(found).toEqual({ texts: 2, numbers: 1, sequence: 2, none: 0 })
  })

  it('find rows by pairs of texts, without mixing pairs', async () => {
    const { store, pairs } = await openSample()
    const keys = [
      ['l1', 'r1'],
      ['l2', 'r2'],
      ['l1', 'r2'],
    ] as const
    await store.write((tx) =>
      tx.insertRows(
        pairs,
        keys.map(([left, right], weight) => ({ left, right, weight })),
      ),
    )
    const wanted = [keys[0], keys[1], ['l2', 'r1'], ["l'3", '"']] as const
    const weightsOf = (rows: readonly { weight: number }[]) => rows.map(({ weight }) => weight).sort()
    await store.read(async (db) => {
      const select = (some: readonly (readonly [string, string])[]) =>
        db
          .select()
          .from(pairs)
          .where(pairAmong([pairs.left, pairs.right], some))
      expect(weightsOf(await select(wanted))).toEqual([0, 1])
      expect(weightsOf(await select([]))).toEqual([])
      const lookup = { keys: ['left', 'right'], columns: ['weight'] } as const
      expect(weightsOf(await db.rowsAmongPairs(pairs, wanted, lookup))).toEqual([0, 1])
      expect(await db.rowsAmongPairs(pairs, [], lookup)).toEqual([])
      const second = { ...lookup, and: { weight: 1 } } as const
      expect(await db.rowsAmongPairs(pairs, wanted, second)).toEqual([{ weight: 1 }])
      expect(await db.rowsAmongPairs(pairs, wanted, { ...lookup, rowsMax: 1 })).toHaveLength(1)
    })
  })

  it('report by the returned rows whether a guarded update matched', async () => {
    const { store, books } = await openSample()
    const renumber = (pages: number) =>
      store.write((tx) =>
        tx
          .update(books)
          .set({ pages: 11 })
          .where(and(eq(books.id, 'b1'), eq(books.pages, pages)))
          .returning({ pages: books.pages }),
      )
    expect(await renumber(10)).toEqual([{ pages: 11 }])
    expect(await renumber(10)).toEqual([])
  })

  it('delete rows that refer to a deleted row', async () => {
    const { store, shelves, books } = await openSample()
    await store.write((tx) => tx.delete(shelves).where(eq(shelves.id, 's1')))
    expect(await store.read((db) => db.select({ id: books.id }).from(books))).toEqual([{ id: 'b3' }])
  })

  it('reject a reference to a missing row', async () => {
    const { store, books } = await openSample()
    const write = store.write((tx) => tx.insert(books).values({ id: 'x', title: 'X', shelfId: 'none' }))
    await expect(write).rejects.toThrow(/foreign key/i)
  })

  it('find text with LIKE wildcards in it, in either case of ASCII letters', async () => {
    const { store, values } = await openSample()
    const texts = ['100% sure', '100 per cent', 'a_b', 'axb', 'C:\\Temp', 'wow!', 'ÄRGER', 'ärger']
    await store.write((tx) => tx.insert(values).values(texts.map((text) => ({ text }))))
    const find = (condition: ReturnType<typeof contains>) =>
      store.read(async (db) => {
        const rows = await db.select({ text: values.text }).from(values).where(condition).orderBy(asc(values.number))
        return rows.map((row) => row.text)
      })
    expect(await find(contains(values.text, '0% S'))).toEqual(['100% sure'])
    expect(await find(contains(values.text, 'A_B'))).toEqual(['a_b'])
    expect(await find(contains(values.text, ':\\t'))).toEqual(['C:\\Temp'])
    expect(await find(contains(values.text, '!'))).toEqual(['wow!'])
    expect(await find(contains(values.text, 'Är'))).toEqual(['ÄRGER'])
    expect(await find(startsWith(values.text, '100'))).toEqual(['100% sure', '100 per cent'])
    expect(await find(startsWith(values.text, '00'))).toEqual([])
    expect(await find(equalsIgnoringCase(values.text, 'A_B'))).toEqual(['a_b'])
    expect(await find(contains(values.text, ''))).toEqual(texts)
  })

  it('sort empty values to the same end', async () => {
    const { store, shelves } = await openSample()
    const ids = (order: ReturnType<typeof ascending>) =>
      store.read(async (db) => (await db.select().from(shelves).orderBy(order)).map((row) => row.id))
    expect(await ids(ascending(shelves.room))).toEqual(['s2', 's1'])
    expect(await ids(descending(shelves.room))).toEqual(['s1', 's2'])
  })

  it('write and read more rows than one statement allows', async () => {
    const { store, pairs } = await openSample()
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ left: `l${index}`, right: 'r', weight: index }))
    await store.write(async (tx) => {
      for (const part of insertChunks(pairs, rows)) await tx.insert(pairs).values(part)
    })
    const found = await store.read(async (db) => {
      let rowsFound = 0
      for (const part of valueChunks(rows.map((row) => row.left))) {
        rowsFound += (await db.select({ left: pairs.left }).from(pairs).where(inArray(pairs.left, part))).length
      }
      return rowsFound
    })
    expect(found).toBe(20_000)
    expect(insertChunks(pairs, [])).toEqual([])
  })
})
