import { setImmediate as nextTurn } from 'node:timers/promises'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { isUniqueViolation } from './errors.ts'
import { openStore } from './open.ts'
import type { Store, Tx } from './store.ts'
import { describeOnBothEngines } from './testing/stores.ts'
import { sampleTables } from './testing/tables.ts'

describeOnBothEngines('transactions', ({ engine, open, newDatabase }) => {
  const openSample = () => open([sampleTables])
  const book = (id: string) => ({ id, title: `Title ${id}` })
  const bookIds = (store: Store) =>
    store.read(async (db) => {
      const { books } = db.tables(sampleTables)
      const rows = await db.select({ id: books.id }).from(books).orderBy(asc(books.id))
      return rows.map((row) => row.id)
    })
  const insert = async (tx: Tx, id: string) => {
    await tx.insert(tx.tables(sampleTables).books).values(book(id))
  }

  it('roll back a write that rejects, and continue with the next', async () => {
    const store = await openSample()
    const failing = store.write(async (tx) => {
      await insert(tx, 'a')
      throw new Error('changed my mind')
    })
    const next = store.write((tx) => insert(tx, 'b'))
    await expect(failing).rejects.toThrow('changed my mind')
    await next
    expect(await bookIds(store)).toEqual(['b'])
  })

  it('let others run while very many rows are written, which see all or none of them', async () => {
    const store = await openSample()
    const rows = Array.from({ length: 50_000 }, (_, number) => book(`${number}`.padStart(6, '0')))
    let isWriting = true
    const writing = store
      .write(async (tx) => {
        const { books } = tx.tables(sampleTables)
        await tx.insertRows(books, rows)
        await tx.pause()
      })
      .finally(() => (isWriting = false))
    const seen: number[] = []
    while (isWriting) {
      await nextTurn()
      seen.push(await store.read((db) => db.$count(db.tables(sampleTables).books)))
    }
    await writing
    expect(seen.filter((count) => count === 0).length).toBeGreaterThan(1)
    expect(new Set([...seen, rows.length])).toEqual(new Set([0, rows.length]))
  })

  it.each([
    { what: 'Drizzle', read: (tx: Tx) => tx.select().from(tx.tables(sampleTables).books) },
    {
      what: 'rowsAmong',
      read: (tx: Tx) => tx.rowsAmong(tx.tables(sampleTables).books, ['a'], { key: 'id', columns: ['title'] }),
    },
    {
      what: 'several at once',
      read: (tx: Tx) => Promise.all([1, 2, 3].map(() => tx.select().from(tx.tables(sampleTables).books))),
    },
  ])('let others run while a write reads again and again ($what)', async ({ read }) => {
    const store = await openSample()
    let [isWriting, turns] = [true, 0]
    const writing = store
      .write(async (tx) => {
        const [end, before] = [performance.now() + 200, turns]
        while (performance.now() < end) await read(tx)
        return turns - before
      })
      .finally(() => (isWriting = false))
    while (isWriting) {
      await nextTurn()
      turns += 1
    }
    expect(await writing).toBeGreaterThan(1)
  })

  it('are rolled back when the store is closed during many rows, and later ones are rejected', async () => {
    const options = await newDatabase()
    const store = await open([sampleTables], options)
    const rows = Array.from({ length: 50_000 }, (_, number) => book(`${number}`.padStart(6, '0')))
    const { books } = store.tables(sampleTables)
    const writing = store.write((tx) => tx.insertRows(books, rows))
    await nextTurn()
    await nextTurn()
    expect(store.cutOff()).toBe(true)
    await expect(writing).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(store.write((tx) => insert(tx, 'a'))).rejects.toMatchObject({ code: 'store_unavailable' })
    await store.close()
    expect(await bookIds(await open([sampleTables], options))).toEqual([])
  })

  it('accept a function that throws synchronously', async () => {
    const store = await openSample()
    const failing = store.write(() => {
      throw new Error('at once')
    })
    await expect(failing).rejects.toThrow('at once')
    await store.write((tx) => insert(tx, 'a'))
    expect(await bookIds(store)).toEqual(['a'])
  })

  it('end with a failed statement, even if its error is caught', async () => {
    const store = await openSample()
    await store.write((tx) => insert(tx, 'a'))
    const caught = store.write(async (tx) => {
      await insert(tx, 'b')
      await insert(tx, 'a').catch(() => undefined)
    })
    await expect(caught).rejects.toSatisfy(isUniqueViolation)
    const goesOn = store.write(async (tx) => {
      await insert(tx, 'a').catch(() => undefined)
      await insert(tx, 'c')
    })
    await expect(goesOn).rejects.toThrow('after a failed one')
    expect(await bookIds(store)).toEqual(['a'])
  })

  it('distinguish a duplicate value from other failures, without values in the message', async () => {
    const store = await openSample()
    const { books } = store.tables(sampleTables)
    await store.write((tx) => insert(tx, 'a'))
    const taken = store.write((tx) => tx.insert(books).values({ id: 'secret', title: 'Title a' }))
    await expect(taken).rejects.toSatisfy(isUniqueViolation)
    await expect(taken).rejects.not.toThrow('secret')
    const dangling = store.write((tx) => tx.insert(books).values({ id: 'b', title: 'B', shelfId: 'none' }))
    await expect(dangling).rejects.not.toSatisfy(isUniqueViolation)
  })

  it('serialize writers', async () => {
    const store = await openSample()
    const { books } = store.tables(sampleTables)
    await store.write((tx) => insert(tx, 'a'))
    const increments = Array.from({ length: 25 }, () =>
      store.write(async (tx) => {
        const [row] = await tx.select().from(books).where(eq(books.id, 'a'))
        await tx.update(books).set({ pages: (row?.pages ?? 0) + 1 })
      }),
    )
    await Promise.all(increments)
    expect(await store.read((db) => db.select({ pages: books.pages }).from(books))).toEqual([{ pages: 25 }])
  })

  it('add up counters, also of several processes, and roll back a count that rejects', async () => {
    const options = await newDatabase()
    const first = await open([sampleTables], options)
    // Only PostgreSQL is for several.
    const others = engine === 'postgres' ? [await openStore(options), await openStore(options)] : []
    const stores = [first, ...others]
    await first.write((tx) => insert(tx, 'a'))
    const increment = async (tx: Tx) => {
      const { books } = tx.tables(sampleTables)
      await tx.update(books).set({ pages: sql`${books.pages} + 1` })
    }
    const failing = first.writeCounters(async (tx) => {
      await increment(tx)
      throw new Error('not this one')
    })
    await expect(failing).rejects.toThrow('not this one')
    await Promise.all(stores.flatMap((store) => Array.from({ length: 20 }, () => store.writeCounters(increment))))
    const { books } = first.tables(sampleTables)
    const rows = await first.read((db) => db.select({ pages: books.pages }).from(books))
    expect(rows).toEqual([{ pages: 20 * stores.length }])
    await Promise.all(others.map((store) => store.close()))
  })

  it('let only one of many create a missing row', async () => {
    const store = await openSample()
    const { shelves } = store.tables(sampleTables)
    const findOrCreate = (id: string) =>
      store.write(async (tx) => {
        const [found] = await tx.select().from(shelves).where(eq(shelves.room, 'only'))
        if (!found) await tx.insert(shelves).values({ id, room: 'only' })
      })
    await Promise.all(Array.from({ length: 12 }, (_, index) => findOrCreate(`s${index}`)))
    expect(await store.read((db) => db.select().from(shelves))).toHaveLength(1)
  })

  it('let readers see the last commit during a write', async () => {
    const store = await openSample()
    await store.write((tx) => insert(tx, 'a'))
    const written = Promise.withResolvers<void>()
    const seen = Promise.withResolvers<void>()
    const write = store.write(async (tx) => {
      await insert(tx, 'b')
      written.resolve()
      await seen.promise
    })
    await written.promise
    const during = await Promise.all([bookIds(store), bookIds(store)])
    seen.resolve()
    await write
    expect(during).toEqual([['a'], ['a']])
    expect(await bookIds(store)).toEqual(['a', 'b'])
  })

  it('read a consistent snapshot, whatever is committed meanwhile', async () => {
    const store = await openSample()
    const { books } = store.tables(sampleTables)
    await store.write((tx) => insert(tx, 'a'))
    const began = Promise.withResolvers<void>()
    const committed = Promise.withResolvers<void>()
    const read = store.read(async (db) => {
      const before = await db.$count(books)
      began.resolve()
      await committed.promise
      return [before, await db.$count(books)]
    })
    await began.promise
    await store.write((tx) => insert(tx, 'b'))
    committed.resolve()
    expect(await read).toEqual([1, 1])
  })

  it('serve more readers than there are connections', async () => {
    const store = await openSample()
    await store.write((tx) => insert(tx, 'a'))
    const all = await Promise.all(Array.from({ length: 40 }, () => bookIds(store)))
    expect(all.flat()).toHaveLength(40)
  })

  it('run the statements of a Promise.all one by one', async () => {
    const store = await openSample()
    await store.write((tx) => Promise.all(['a', 'b', 'c'].map((id) => insert(tx, id))))
    expect(await bookIds(store)).toEqual(['a', 'b', 'c'])
  })

  it('reject statements after the end', async () => {
    const store = await openSample()
    const leaked = await store.write(async (tx) => [tx] as const)
    await expect(insert(leaked[0], 'a')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('after the end') },
    })
    expect(await bookIds(store)).toEqual([])
  })

  it('reject a transaction inside another', async () => {
    const store = await openSample()
    await expect(store.write(() => store.write(async () => 1))).rejects.toThrow('a write inside a write')
    await expect(store.write(() => store.read(async () => 1))).rejects.toThrow('a read inside a write')
    await expect(store.read(() => store.write(async () => 1))).rejects.toThrow('a write inside a read')
    const after = await store.write(async () => () => store.write(async () => 'fine'))
    expect(await after()).toBe('fine')
  })

  it('have ended after the store is closed', async () => {
    const store = await openSample()
    const write = store.write((tx) => insert(tx, 'a'))
    const read = bookIds(store)
    await store.close()
    await Promise.all([write, read])
    await expect(bookIds(store)).rejects.toThrow('the store is closed')
  })
})
