import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../../test/harness/postgres.ts'
import type { Kit } from '../kit.ts'
import type { Store } from '../store.ts'
import { migrationsOf } from '../testing/stores.ts'
import { sampleTables } from '../testing/tables.ts'
import type { Outage, StoreListener } from '../unavailable.ts'
import { ownPart } from './change-triggers.ts'
import { openPostgres } from './open.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const countedTables = (kit: Kit) => {
  const counted = kit.table('counted', { id: kit.text('id').primaryKey(), kind: kit.text('kind').notNull() })
  return {
    counted,
    tally: kit.tally('counted_tally', [counted.kind]),
    revision: kit.revision('counted_revision', [counted.kind], 'counts'),
  }
}

/** Opens a store whose connection uses another part of a counter than that of `one`. */
async function openPostgresBeside(one: Store, url: string): Promise<Store> {
  const partOf = (store: Store) => store.write((tx) => tx.select({ part: sql.raw(ownPart) }).from(sql`(select) as one`))
  const [taken] = await partOf(one)
  for (;;) {
    const other = await openPostgres(url)
    const [own] = await partOf(other)
    if (own?.part !== taken?.part) return other
    await other.close()
  }
}

const openSample = async (url: string, listener?: StoreListener) => {
  const store = await openPostgres(url, listener)
  await store.migrate(await migrationsOf('postgres', [sampleTables]))
  return store
}

const execute = async (connectionString: string, statement: string) => {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}
const asAdministrator = (statement: string) => execute(server.url, statement)

describe('PostgreSQL', () => {
  it('serializes the writers of two collectors', async () => {
    const url = await server.createDatabase()
    const stores = [await openSample(url), await openSample(url)] as const
    const { shelves, books } = stores[0].tables(sampleTables)
    await stores[0].write((tx) => tx.insert(books).values({ id: 'a', title: 'A' }))
    const work = stores.flatMap((store) =>
      Array.from({ length: 15 }, (_, index) =>
        store.write(async (tx) => {
          const [row] = await tx.select().from(books).where(eq(books.id, 'a'))
          await tx.update(books).set({ pages: (row?.pages ?? 0) + 1 })
          const [shelf] = await tx.select().from(shelves).where(eq(shelves.room, 'only'))
          if (!shelf) await tx.insert(shelves).values({ id: `${index}`, room: 'only' })
        }),
      ),
    )
    await Promise.all(work)
    expect(await stores[0].read((db) => db.select({ pages: books.pages }).from(books))).toEqual([{ pages: 30 }])
    expect(await stores[1].read((db) => db.$count(shelves))).toBe(1)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('counts rows that two transactions add to a group at the same time, without a conflict', async () => {
    const url = await server.createDatabase()
    const one = await openPostgres(url)
    await one.migrate(await migrationsOf('postgres', [countedTables]))
    const other = await openPostgresBeside(one, url)
    const { counted, tally, revision } = one.tables(countedTables)
    let attempts = 0
    await one.write(async (tx) => {
      attempts += 1
      await tx.insert(counted).values({ id: 'a', kind: 'x' })
      await other.write((beside) => beside.insert(counted).values({ id: 'b', kind: 'x' }))
    })
    expect(attempts).toBe(1)
    const groups = () =>
      one.read((db) =>
        db
          .select({ kind: sql`${counted.kind}`, n: tally.total })
          .from(tally.groups)
          .groupBy(counted.kind),
      )
    const countAll = () => one.read((db) => db.cachedCount([revision], 'all', () => db.$count(counted)))
    expect([await groups(), await countAll()]).toEqual([[{ kind: 'x', n: 2 }], 2])

    await one.write((tx) => tx.update(counted).set({ kind: 'y' }).where(eq(counted.id, 'a')))
    await other.write((tx) => tx.delete(counted).where(eq(counted.id, 'b')))
    expect([await groups(), await countAll()]).toEqual([[{ kind: 'y', n: 1 }], 1])
    const parts = await one.read((db) => db.select({ kind: sql`kind` }).from(sql`counted_tally_parts`))
    expect(parts.every(({ kind }) => kind === 'y')).toBe(true)
    await Promise.all([one.close(), other.close()])
  })

  it('counts again on another server, which may have other rows with the same revision', async () => {
    const url = await server.createDatabase()
    const store = await openPostgres(url)
    await store.migrate(await migrationsOf('postgres', [countedTables]))
    const { counted, revision } = store.tables(countedTables)
    await store.write((tx) => tx.insert(counted).values({ id: 'a', kind: 'x' }))
    const countAll = () => store.read((db) => db.cachedCount([revision], 'all', () => db.$count(counted)))
    expect(await countAll()).toBe(1)
    const insertWithoutTriggers = `SET session_replication_role = replica; INSERT INTO counted VALUES ('b', 'x')`
    await execute(url, insertWithoutTriggers)
    expect(await countAll()).toBe(1)

    await server.pause()
    await server.resume()
    await vi.waitFor(async () => expect(await countAll()).toBe(2), { timeout: 10_000, interval: 200 })
    await store.close()
  })

  it('counts rows in a database without triggers that see all changed rows, as some that distribute it', async () => {
    await asAdministrator('CREATE DATABASE plain')
    const url = Object.assign(new URL(server.url), { pathname: 'plain' }).href
    await execute(
      url,
      `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE feature_not_supported; END $$;
       CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE TRIGGER') EXECUTE FUNCTION refuse()`,
    )
    const store = await openPostgres(url)
    await store.migrate(await migrationsOf('postgres', [countedTables]))
    const { counted, tally, revision } = store.tables(countedTables)
    const countAll = () => store.read((db) => db.cachedCount([revision], 'all', () => db.$count(counted)))
    expect(await countAll()).toBe(0)
    await store.write((tx) => tx.insert(counted).values({ id: 'a', kind: 'x' }))
    expect(await store.read((db) => db.select({ n: tally.total }).from(tally.groups))).toEqual([{ n: 1 }])
    expect(await countAll()).toBe(1)
    await store.close()
  })

  it('lets a write end that is overtaken by a conflicting one of another collector each time', async () => {
    const url = await server.createDatabase()
    const [slow, quick] = [await openSample(url), await openSample(url)]
    const { shelves, books } = slow.tables(sampleTables)
    const overtaking: Promise<unknown>[] = []
    await slow.write(async (tx) => {
      const count = await tx.$count(shelves)
      const id = `${overtaking.length}`
      const overtake = quick.write(async (other) => {
        await other.$count(books)
        await other.insert(shelves).values({ id, room: id })
      })
      overtaking.push(overtake)
      // The one that runs alone does not let the other pass.
      await Promise.race([overtake, delay(500)])
      await tx.insert(books).values({ id, title: `After ${count} shelves` })
    })
    await Promise.all(overtaking)
    const titles = await slow.read((db) => db.select({ title: books.title }).from(books))
    expect(titles).toEqual([{ title: `After ${overtaking.length - 1} shelves` }])
    await Promise.all([slow, quick].map((store) => store.close()))
  })

  it('repeats a transaction whose connection is lost before the commit', async () => {
    const store = await openSample(await server.createDatabase())
    const { shelves } = store.tables(sampleTables)
    let runs = 0
    await store.write(async (tx) => {
      runs += 1
      await tx.insert(shelves).values({ id: 'a' })
      if (runs === 1) {
        await asAdministrator(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rollcall'`,
        )
      }
      await tx.insert(shelves).values({ id: 'b' })
    })
    expect(runs).toBe(2)
    expect(await store.read((db) => db.$count(shelves))).toBe(2)
    await store.close()
  })

  it('refuses a transaction whose connection is lost during the commit, and no other', async () => {
    const url = await server.createDatabase()
    const outages: Outage[] = []
    const store = await openSample(url, {
      onOutage: (outage) => outages.push(outage),
      onRecovery: () => undefined,
      onFailure: () => undefined,
    })
    const { shelves } = store.tables(sampleTables)
    await execute(
      url,
      `CREATE FUNCTION cut_off() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER cut_off AFTER INSERT ON shelves DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW WHEN (NEW.id = 'cut off') EXECUTE FUNCTION cut_off()`,
    )
    const add = (id: string) => store.write((tx) => tx.insert(shelves).values({ id }))
    await expect(add('cut off')).rejects.toMatchObject({ code: 'store_unavailable' })
    await add('a')
    expect(await store.read((db) => db.$count(shelves))).toBe(1)
    expect(outages).toEqual([])
    await store.close()
  })

  it('is left half a minute after a newer collector has upgraded it', async () => {
    const url = await server.createDatabase()
    const outages: Outage[] = []
    const recovered = vi.fn()
    const listener = { onOutage: (outage: Outage) => outages.push(outage), onRecovery: recovered, onFailure: vi.fn() }
    const [older, newer] = [await openSample(url, listener), await openPostgres(url)]
    const { shelves } = older.tables(sampleTables)
    const add = (id: string) => older.write((tx) => tx.insert(shelves).values({ id }))
    const later = { name: '0001_later.sql', sql: 'CREATE TABLE later (id text)' }
    await newer.migrate([...(await migrationsOf('postgres', [sampleTables])), later])

    expect(await older.check()).toBeUndefined()
    await add('meanwhile')
    await execute(url, 'UPDATE schema_migrations SET applied_at = applied_at - 30000')
    const reason = expect.stringMatching(
      /^the database was last used by a newer Rollcall \(it has migration 0001_later/,
    )
    expect(await older.check()).toMatchObject({ code: 'store_unavailable', reason })
    await expect(add('too late')).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(older.read((db) => db.$count(shelves))).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await older.check()).toMatchObject({ reason })
    expect(await newer.read((db) => db.$count(shelves))).toBe(1)
    expect(outages).toEqual([expect.objectContaining({ reason })])
    expect(recovered).not.toHaveBeenCalled()
    await Promise.all([older.close(), newer.close()])
  })

  it('cannot be changed by a read', async () => {
    const store = await openSample(await server.createDatabase())
    const { shelves } = store.tables(sampleTables)
    const read = store.read((db) => db.with(db.$with('none').as(db.select().from(shelves))).delete(shelves))
    await expect(read).rejects.toThrow('read-only transaction')
    await store.close()
  })
})

describe('PostgreSQL that cannot be opened', () => {
  const opening = async (url: string) => {
    const error = await openPostgres(url).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).not.toContain(new URL(server.url).password)
    return String(error)
  }
  const changed = (change: (url: URL) => void) => {
    const url = new URL(server.url)
    change(url)
    return String(url)
  }

  it('names an address that does not answer', async () => {
    const url = changed((it) => {
      it.port = '1'
    })
    expect(await opening(url)).toContain('PostgreSQL does not answer at 127.0.0.1:1/postgres (ECONNREFUSED)')
  })

  it('names a rejected login', async () => {
    const url = changed((it) => {
      it.password = 'wrong'
    })
    expect(await opening(url)).toContain('rejects the login (password authentication failed for user "rollcall")')
  })

  it('names a missing database', async () => {
    const url = changed((it) => {
      it.pathname = '/absent'
    })
    expect(await opening(url)).toContain('no such database (database "absent" does not exist)')
  })

  it.each([
    ['10 minutes ahead of', 10],
    ['10 minutes behind', -10],
  ])('names a clock of this machine that is %s the one of the server', async (difference, minutes) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    try {
      expect(await opening(server.url)).toContain(`the clock of this machine is ${difference} the clock of PostgreSQL`)
    } finally {
      vi.useRealTimers()
    }
  })

  it('names an unsuitable encoding', async () => {
    await asAdministrator(`CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc TEMPLATE template0`)
    const url = changed((it) => {
      it.pathname = '/latin'
    })
    expect(await opening(url)).toContain("has encoding LATIN1: create it with ENCODING 'UTF8'")
  })

  it.each(['', 'rollcall', 'mysql://u:p@127.0.0.1/x', 'postgres://[x/'])(
    'explains the form of the URL for %j',
    async (url) => {
      expect(await opening(url)).toContain('postgresql://user:password@host:5432/database')
    },
  )
})
