import { asc, eq, gt, lt, type SQL } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { among, columnsIn, sameUuid, uuidText } from './sql.ts'
import { describeOnBothEngines } from './testing/stores.ts'
import { sampleTables } from './testing/tables.ts'

describeOnBothEngines('columns', ({ open }) => {
  const openSample = async () => {
    const store = await open([sampleTables])
    return { store, ...store.tables(sampleTables) }
  }

  it('return the written values', async () => {
    const { store, values } = await openSample()
    const row = {
      text: 'Zürich 🖨 \\ \' " %\n',
      integer: Number.MAX_SAFE_INTEGER,
      real: 0.1,
      boolean: false,
      time: '2026-11-20T08:15:30.123Z',
      json: { z: 1, a: ['\u0000', null, { '10': true, '9': 'ß' }] },
      bytes: Buffer.from([0, 255, 39, 92]),
      uuid: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
      digest: 'a0'.repeat(32),
    }
    const [inserted] = await store.write((tx) => tx.insert(values).values(row).returning())
    expect(inserted).toEqual({ number: 1, ...row })
    const [read] = await store.read((db) => db.select().from(values))
    expect(read).toEqual({ number: 1, ...row })
    expect(JSON.stringify(read?.json)).toBe(JSON.stringify(row.json))
  })

  it('are read by the values of a column like a select reads them', async () => {
    const { store, values } = await openSample()
    const [uuid, digest] = ['019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', 'a0'.repeat(32)]
    const whole = { ...{ text: 'ä\n"', integer: 2 ** 40, real: 0.1, boolean: true }, time: '2026-11-20T08:15:30.123Z' }
    await store.write(async (tx) => {
      await tx.insert(values).values({ ...whole, json: { z: [1] }, bytes: Buffer.from([0, 255]), uuid, digest })
      await tx.insert(values).values({ text: 'other' })
    })
    const [first, second] = await store.read((db) => db.select().from(values).orderBy(asc(values.number)))
    const find = (key: keyof typeof values.$inferSelect, ...found: (string | number)[]) =>
      store.read((db) => db.rowsAmong(values, found, { key, columns: columnsIn(values) }))
    expect(await find('uuid', uuid, uuid.replace('0', '1'))).toEqual([first])
    expect(await find('digest', digest)).toEqual([first])
    expect((await find('number', 2, 1)).toSorted((a, b) => a.number - b.number)).toEqual([first, second])
    expect(await find('text', 'other', 'none')).toEqual([second])
    expect(await find('text')).toEqual([])
    const both = { key: 'text', columns: ['number'], and: { digest } } as const
    expect(await store.read((db) => db.rowsAmong(values, [whole.text, 'other'], both))).toEqual([{ number: 1 }])
    const some = { key: 'integer', columns: ['text', 'time'] } as const
    expect(await store.read((db) => db.rowsAmong(values, [2 ** 40], some))).toEqual([
      { text: whole.text, time: whole.time },
    ])
  })

  it('return null for absent values', async () => {
    const { store, values } = await openSample()
    await store.write((tx) => tx.insert(values).values({ json: null }))
    expect(await store.read((db) => db.select().from(values))).toEqual([
      {
        number: 1,
        text: null,
        integer: null,
        real: null,
        boolean: null,
        time: null,
        json: null,
        bytes: null,
        uuid: null,
        digest: null,
      },
    ])
  })

  it.each(['123', '{"a":1}', 'true', '', 5, false, [], 'null'])('store the JSON value %j unchanged', async (json) => {
    const { store, values } = await openSample()
    await store.write((tx) => tx.insert(values).values({ json }))
    expect(await store.read((db) => db.select({ json: values.json }).from(values))).toEqual([{ json }])
  })

  it('accept an instant with any offset, and compare and order instants', async () => {
    const { store, values } = await openSample()
    const times = ['2026-11-20T09:15:30+01:00', '2026-11-20T08:15:29.999Z', '1969-12-31T23:59:59.001Z']
    await store.write((tx) => tx.insert(values).values(times.map((time) => ({ time }))))
    const read = (where = gt(values.time, '0001-01-01T00:00:00Z')) =>
      store.read((db) => db.select({ time: values.time }).from(values).where(where).orderBy(asc(values.time)))
    expect((await read()).map((row) => row.time)).toEqual([
      '1969-12-31T23:59:59.001Z',
      '2026-11-20T08:15:29.999Z',
      '2026-11-20T08:15:30.000Z',
    ])
    expect(await read(gt(values.time, '2026-11-20T08:15:29.999Z'))).toHaveLength(1)
    expect(await read(lt(values.time, '2026-11-20T08:15:29.999Z'))).toHaveLength(1)
  })

  it.each(['2026-11-20', 'tomorrow', '2026-11-20T08:15:30', '2026-13-20T08:15:30Z'])(
    'reject the instant %s',
    async (time) => {
      const { store, values } = await openSample()
      await expect(store.write((tx) => tx.insert(values).values({ time }))).rejects.toThrow('RFC 3339')
    },
  )

  it('reject numbers that one of the engines would change', async () => {
    const { store, values } = await openSample()
    for (const integer of [1.5, 2 ** 53, Number.NaN]) {
      await expect(store.write((tx) => tx.insert(values).values({ integer }))).rejects.toThrow('whole number')
    }
    await expect(store.write((tx) => tx.insert(values).values({ real: Number.NaN }))).rejects.toThrow('finite')
  })

  it('find UUIDs and digests among many, also by UUIDs stored as text', async () => {
    const { store, values } = await openSample()
    const uuid = (digit: number) => `019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b9${digit}`
    const digest = (digit: number) => `${digit}`.repeat(64)
    const rows = [1, 2, 3].map((digit) => ({ uuid: uuid(digit), digest: digest(digit), text: uuid(3) }))
    await store.write((tx) => tx.insertRows(values, rows))
    const numbers = (where: SQL) =>
      store.read((db) => db.select({ number: values.number }).from(values).where(where).orderBy(asc(values.number)))
    const found = (...numbers: number[]) => numbers.map((number) => ({ number }))
    expect(await numbers(among(values.uuid, [uuid(2), uuid(9), uuid(1).toUpperCase()]))).toEqual(found(1, 2))
    expect(await numbers(among(values.digest, [digest(3), digest(9)]))).toEqual(found(3))
    expect(await numbers(among(values.number, [2, 3, 9]))).toEqual(found(2, 3))
    expect(await numbers(sameUuid(values.uuid, values.text))).toEqual(found(3))
    expect(await numbers(eq(values.text, uuidText(values.uuid)))).toEqual(found(3))
  })

  it.each([
    ['uuid', { uuid: '019a7c1e' }],
    ['digest', { digest: 'A0'.repeat(32) }],
  ])('reject an invalid %s', async (_, row) => {
    const { store, values } = await openSample()
    await expect(store.write((tx) => tx.insert(values).values(row))).rejects.toThrow('not a')
  })

  it('replace characters that one of the engines cannot store', async () => {
    const { store, values } = await openSample()
    await store.write((tx) => tx.insert(values).values({ text: 'a\u0000b\ud800c' }))
    const found = await store.read((db) => db.select().from(values).where(eq(values.text, 'a\u0000b\ud800c')))
    expect(found.map((row) => row.text)).toEqual(['a\ufffdb\ufffdc'])
  })

  it('order text by code point', async () => {
    const { store, values } = await openSample()
    const texts = ['b', 'B', 'a-c', 'ab', 'ä', '_', '🖨', '￿']
    await store.write((tx) => tx.insert(values).values(texts.map((text) => ({ text }))))
    const rows = await store.read((db) => db.select().from(values).orderBy(asc(values.text)))
    expect(rows.map((row) => row.text)).toEqual(['B', '_', 'a-c', 'ab', 'b', 'ä', '￿', '🖨'])
  })

  it('number rows upwards and never reuse a number', async () => {
    const { store, values } = await openSample()
    const insert = () => store.write((tx) => tx.insert(values).values({}).returning({ number: values.number }))
    await insert()
    await insert()
    await store.write((tx) => tx.delete(values))
    expect(await insert()).toEqual([{ number: 3 }])
  })
})
