import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect, test } from 'vitest'
import { observe } from './observe.ts'
import type { Oid } from './oid.ts'
import { readDevice } from './read-device.ts'
import type { SnmpReader } from './reader.ts'
import { Tag, type Varbind } from './varbind.ts'

const octets = (content: string | number[]) => ({ tag: Tag.octetString, value: Buffer.from(content as string) })
const opaque = (hex: string) => ({ tag: Tag.opaque, value: Buffer.from(hex, 'hex') })
/** Values outside every MIB: wrong types, extreme numbers, malicious text. */
const values = [
  { tag: Tag.integer, value: -2_147_483_648 },
  { tag: Tag.integer, value: 2_147_483_647 },
  { tag: Tag.integer, value: 3 },
  { tag: Tag.gauge32, value: 4_294_967_295 },
  { tag: Tag.counter64, value: 18_446_744_073_709_551_615n },
  // NaN, infinity and 2.5 as floats, 1e300 as a double.
  opaque('9f78047fc00000'),
  opaque('9f78047f800000'),
  opaque('9f780440200000'),
  opaque('9f79087e37e43c8800759c'),
  opaque('9f78'),
  octets([]),
  octets([0xff]),
  octets([192, 0, 2, 1]),
  octets([0, 0x1b, 0x21, 0, 0, 1]),
  octets('\u001b]0;x\u0007<script>alert(1)</script>'),
  octets('A'.repeat(65_000)),
  octets(`${' '.repeat(65_000)}A`),
  octets('SSG version 1. (SN: '.repeat(3_000)),
  octets([0xc4, 0xe3, 0xba, 0xc3, 0xff]),
  { tag: Tag.ipAddress, value: Buffer.from([192, 0, 2, 1]) },
  { tag: Tag.objectIdentifier, value: [] },
  { tag: Tag.objectIdentifier, value: new Array<number>(128).fill(4_294_967_295) },
  { tag: Tag.null, value: null },
] as const
const indexes: readonly Oid[] = [
  [],
  [0],
  [1],
  [4_294_967_295],
  [1, 1],
  [1, 1, 1],
  [1, 1, 4, 192, 0, 2, 1],
  [1, 1, 1, 1, 4, 192, 0, 2, 1],
  [1, 0, 27, 33, 0, 0, 1],
  [1, 999, 999, 999, 999, 999, 999],
  new Array<number>(100).fill(7),
]

/** A reader that has every requested object, with random values from `seed` in every row. */
function hostileReader(seed: number): SnmpReader {
  const at = (oid: Oid, place: number): Varbind => ({ oid, ...(values[(seed + place) % values.length] ?? values[0]) })
  return {
    get: async (oids) => oids.map((oid, i) => at(oid, i * 5)),
    next: async (oid) => at([...oid.slice(0, 6), (oid[6] ?? 0) + 1, 1], oid[6] ?? 0),
    following: async (oid, count) =>
      Array.from({ length: Math.min(count, 60) }, (_, i) =>
        at([...oid, ...(indexes[i % indexes.length] ?? [])], i * 3),
      ),
    table: async (columns, limits) => {
      const rows = Array.from({ length: Math.min(limits?.rowsMax ?? 60, 60) }, (_, row) => {
        const index = indexes[row % indexes.length] ?? []
        return { index, cells: columns.map((column, i) => at([...column, ...index], row * 7 + i * 11)) }
      })
      return { rows, cut: 'stopped after 60 rows' }
    },
    inVlan: (vlan) => hostileReader(seed + vlan),
  }
}

test.each(values.map((_, seed) => seed))('creates an observation from arbitrary values (%i)', async (seed) => {
  const observation = observe(await readDevice(hostileReader(seed)))
  const parsed = observationSchema.safeParse({
    schemaVersion: 1,
    id: '019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90',
    source: 'Service',
    observedAt: '2026-11-20T08:00:00.000Z',
    depth: 'audit',
    ...observation,
  })
  expect(parsed.error?.issues.slice(0, 5)).toBeUndefined()
  const text = JSON.stringify(parsed.data)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
  expect(text).not.toMatch(/[\u0000-\u001f]|\\u00[01]/)
  expect(parsed.data?.truncated.length).toBeGreaterThan(5)
})
