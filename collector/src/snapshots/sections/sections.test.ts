import { snapshotDataSchema } from '@rollcall/shared/inventory/observation.ts'
import { softwareSchema } from '@rollcall/shared/inventory/software.ts'
import { expect, it } from 'vitest'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { canonicalJson, compressMissing, insertSections, readSections, sectionsOf } from './sections.ts'

it('has one text for equal data, whatever the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: undefined, a: null }], a: 'ä' })).toBe('{"a":"ä","b":[{"a":null,"d":1}]}')
  expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"a":2}'))).toBe('{"__proto__":{"x":1},"a":2}')
})

it('puts keys that are array indexes first, as in an object', () => {
  expect(canonicalJson({ a: 1, '10': 1, '9': 1, '01': 1, '-1': 1 })).toBe('{"9":1,"10":1,"-1":1,"01":1,"a":1}')
  expect(canonicalJson({ '4294967295': 1, '4294967294': 1 })).toBe('{"4294967294":1,"4294967295":1}')
})

it('respects the order of a list', () => {
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
})

it('writes a list of software as canonical JSON, with every field of its schema', () => {
  const installDate = '2026-05-01T00:00:00.000Z'
  const whole = {
    version: '1',
    sizeBytes: 7,
    source: 'dpkg',
    name: 'lib',
    installDate,
    publisher: 'GNU',
    architecture: 'a',
  }
  expect(Object.keys(whole).sort()).toEqual(Object.keys(softwareSchema.shape).sort())
  const data = snapshotDataSchema.parse({ software: [whole, { name: 'other' }] })
  expect(sectionsOf(data).get('software')?.json).toBe(canonicalJson(data.software))
})

describeOnBothEngines('sections', ({ open }) => {
  it('are stored once, compressed, and read unchanged', async () => {
    const store = await open()
    const software = Array.from({ length: 500 }, (_, index) => ({ name: `lib-${1_000 + index}`, version: '1.0' }))
    const data = snapshotDataSchema.parse({ software, customFields: { note: '\u{1f980} "quoted"' } })
    const sections = [...sectionsOf(data).values()]
    const rows = await compressMissing(store, [...sections, ...sections])
    expect(rows).toHaveLength(2)
    await store.write((tx) => insertSections(tx, rows))
    expect(await compressMissing(store, sections)).toEqual([])
    // Another collector was quicker.
    await store.write((tx) => insertSections(tx, rows))

    const stored = await store.read((db) => db.select().from(db.tables(snapshotTables).sections))
    const [big] = stored.filter(({ size }) => size > 1000)
    expect(big?.content.length).toBeLessThan((big?.size ?? 0) / 5)
    const found = await store.read((db) => readSections(db, [...sections.map(({ hash }) => hash), '0'.repeat(64)]))
    expect(sections.map(({ hash }) => found.get(hash))).toEqual([data.software, data.customFields])
  })

  it('store volatile values separately from the measured parts', async () => {
    const store = await open()
    const components = Array.from({ length: 300 }, (_, id) => ({
      id: `${id}`,
      class: 'module',
      serialNumber: `S${id}`,
    }))
    const sectionsAt = (freeBytes: number) => [
      ...sectionsOf(
        snapshotDataSchema.parse({ hardware: { components, volumes: [{ mount: '/', sizeBytes: 100, freeBytes }] } }),
      ).values(),
    ]
    for (const freeBytes of [40, 39, 40]) {
      const rows = await compressMissing(store, sectionsAt(freeBytes))
      await store.write((tx) => insertSections(tx, rows))
    }
    const stored = await store.read((db) => db.select().from(db.tables(snapshotTables).sections))
    expect(stored.map(({ size }) => size > 1000).sort()).toEqual([false, false, true])
    const [first, second] = [sectionsAt(40), sectionsAt(39)].flatMap((sections) => sections.map(({ hash }) => hash))
    const found = await store.read((db) => readSections(db, [first ?? '', second ?? '']))
    expect([first, second].map((hash) => found.get(hash ?? ''))).toMatchObject([
      { components, volumes: [{ mount: '/', sizeBytes: 100, freeBytes: 40 }] },
      { components, volumes: [{ mount: '/', sizeBytes: 100, freeBytes: 39 }] },
    ])
  })
})
