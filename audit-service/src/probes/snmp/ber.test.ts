import { describe, expect, test } from 'vitest'
import { BerError, BerReader } from './ber.ts'
import { BerWriter, encodeOid } from './ber-writer.ts'
import { compareOids, formatOid, oid, parseOid, startsWith } from './oid.ts'
import { compareSpans, decodeSpan } from './oid-span.ts'
import { asNumber, opaqueNumber, Tag, type Varbind, writeVarbind } from './varbind.ts'
import { VarbindList } from './varbind-list.ts'

const bytes = (hex: string) => Buffer.from(hex.replace(/\s/g, ''), 'hex')
const reader = (hex: string) => new BerReader(bytes(hex))
const readVarbind = (r: BerReader) => new VarbindList(r).all()[0]
const written = (write: (writer: BerWriter) => void) => {
  const writer = new BerWriter()
  write(writer)
  return writer.finish().toString('hex')
}

describe('integers', () => {
  // X.690 section 8.3: the shortest two's complement form.
  test.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [256, '02020100'],
    [-1, '0201ff'],
    [-128, '020180'],
    [-129, '0202ff7f'],
    [2_147_483_647, '02047fffffff'],
    [-2_147_483_648, '020480000000'],
  ])('%i is %s', (value, hex) => {
    expect(written((w) => w.integer(value))).toBe(hex)
    expect(reader(hex).integer()).toBe(value)
  })

  test('writes an unsigned value over 2^31 with a leading zero octet, and reads it with or without', () => {
    expect(written((w) => w.integer(4_294_967_295, 0x42))).toBe('420500ffffffff')
    expect(reader('420500ffffffff').unsigned(0x42)).toBe(4_294_967_295)
    expect(reader('4204ffffffff').unsigned(0x42)).toBe(4_294_967_295)
  })

  test.each([0n, 1n, 255n, 2n ** 32n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n])('Counter64 %d survives', (value) => {
    expect(reader(written((w) => w.unsigned64(value, 0x46))).unsigned64(0x46)).toBe(value)
  })
})

describe('object identifiers', () => {
  test.each([
    ['1.3.6.1.2.1.1.1.0', '06082b06010201010100'],
    ['1.3.6.1.4.1.8072.3.2.10', '060a2b06010401bf0803020a'],
    ['1.3.4294967295', '06062b8fffffff7f'],
    ['2.999.3', '0603883703'],
    ['0.0', '060100'],
  ])('%s is %s', (text, hex) => {
    expect(written((w) => w.oid(oid(text)))).toBe(hex)
    expect(formatOid(reader(hex).oid())).toBe(text)
  })

  test('reads empty content as zeroDotZero', () => expect(reader('0600').oid()).toEqual([0, 0]))

  test('refuses text that is no OID', () => {
    for (const text of ['', '1', '1..3', '1.3.', '1.3.-1', '1.3.4294967296', 'a.b', `1${'.1'.repeat(128)}`]) {
      expect(parseOid(text)).toBeUndefined()
    }
    expect(() => oid('1.x')).toThrow('not an object identifier: 1.x')
  })

  test('compares by sub-identifier, not by text', () => {
    const inOrder = ['1.3', '1.3.2', '1.3.2.1', '1.3.10', '1.3.10.16384', '1.3.129', '1.3.256', '1.4'].map(oid)
    expect([...inOrder].reverse().sort(compareOids)).toEqual(inOrder)
    const spans = inOrder.map(encodeOid).reverse()
    expect(spans.sort((a, b) => compareSpans(a, 0, b, 0)).map(decodeSpan)).toEqual(inOrder)
    // 1.3 is one octet, 300 two.
    expect(compareSpans(encodeOid(oid('1.3.300.5.7')), 3, encodeOid(oid('1.4.5.7')), 1)).toBe(0)
    expect(compareSpans(encodeOid(oid('1.3.300.5')), 3, encodeOid(oid('1.4.5.7')), 1)).toBeLessThan(0)
    expect(startsWith(oid('1.3.6.1'), oid('1.3.6'))).toBe(true)
    expect(startsWith(oid('1.3'), oid('1.3.6'))).toBe(false)
  })
})

describe('malformed input is refused', () => {
  test.each([
    ['the indefinite length form', '3080 0000', (r: BerReader) => r.enter(0x30)],
    ['length 5, but 1 bytes are left', '0405 00', (r: BerReader) => r.octets()],
    ['a length of 5 bytes', '04850000000001 00', (r: BerReader) => r.octets()],
    ['the length is missing', '04', (r: BerReader) => r.octets()],
    ['tag 0x05, expected 0x02', '0500', (r: BerReader) => r.integer()],
    ['an integer of 0 bytes', '0200', (r: BerReader) => r.integer()],
    ['an integer of 5 bytes', '02050000000000', (r: BerReader) => r.integer()],
    ['an unsigned 32-bit integer of 5 bytes', '42050100000000', (r: BerReader) => r.unsigned(0x42)],
    ['an unsigned 64-bit integer of 10 bytes', '460a00000000000000000000', (r: BerReader) => r.unsigned64(0x46)],
    ['a sub-identifier that does not end', '06022b86', (r: BerReader) => r.oid()],
    ['a sub-identifier over 2^32-1', '06062b9080808000', (r: BerReader) => r.oid()],
    ['a padded sub-identifier', '06032b8001', (r: BerReader) => r.oid()],
    ['more than 128 sub-identifiers', `068181${'01'.repeat(129)}`, (r: BerReader) => r.oid()],
    ['1 bytes of content', '050100', (r: BerReader) => r.empty(5)],
    ['the element ends here', '', (r: BerReader) => r.integer()],
    ['a value of unknown type 153', '3005 06012b 9900', (r: BerReader) => readVarbind(r)],
    ['1 bytes too many', '3006 06012b 0500 00', (r: BerReader) => readVarbind(r)],
  ])('%s', (message, hex, read) => {
    expect(() => read(reader(hex))).toThrow(BerError)
    expect(() => read(reader(hex))).toThrow(message)
  })

  test('refuses an element that extends beyond its parent', () => {
    const r = reader('3003 0403 00 0000')
    r.enter(0x30)
    expect(() => r.octets()).toThrow('length 3, but 1 bytes are left')
  })

  test('limits depth and total size', () => {
    const r = reader('300e300c300a300830063004300230003000')
    expect(() => {
      for (;;) r.enter(0x30)
    }).toThrow(BerError)
    expect(() => new BerReader(Buffer.alloc(65_508))).toThrow('at most 65507')
    expect(() => new BerWriter().octets(Buffer.alloc(65_507))).toThrow('more than 65507 bytes')
  })
})

test('round-trips every type of value', () => {
  const at = oid('1.3.6.1.4.1.4294967295.0')
  const varbinds: Varbind[] = [
    { oid: at, tag: Tag.integer, value: -5 },
    { oid: at, tag: Tag.octetString, value: Buffer.alloc(300, 7) },
    { oid: at, tag: Tag.objectIdentifier, value: oid('1.3.6') },
    { oid: at, tag: Tag.ipAddress, value: Buffer.from([192, 0, 2, 1]) },
    { oid: at, tag: Tag.counter32, value: 4_000_000_000 },
    { oid: at, tag: Tag.gauge32, value: 0 },
    { oid: at, tag: Tag.timeTicks, value: 12_345_678 },
    { oid: at, tag: Tag.opaque, value: bytes('9f78043fc00000') },
    { oid: at, tag: Tag.counter64, value: 2n ** 64n - 1n },
    { oid: at, tag: Tag.null, value: null },
    { oid: at, tag: Tag.noSuchObject, value: null },
    { oid: at, tag: Tag.noSuchInstance, value: null },
    { oid: at, tag: Tag.endOfMibView, value: null },
  ]
  for (const varbind of varbinds)
    expect(readVarbind(reader(written((w) => writeVarbind(w, varbind))))).toMatchObject(varbind)
})

test('reads a float or double in an Opaque as a number', () => {
  expect(opaqueNumber(bytes('9f78043fc00000'))).toBe(1.5)
  expect(opaqueNumber(bytes('9f7908bff8000000000000'))).toBe(-1.5)
  expect(opaqueNumber(bytes('9f78043fc000'))).toBeUndefined()
  expect(asNumber({ oid: [1, 3], tag: Tag.counter64, value: 7n })).toBe(7)
})
