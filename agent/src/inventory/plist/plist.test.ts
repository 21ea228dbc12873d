import { describe, expect, it } from 'vitest'
import { parsePlist } from './plist.ts'
import { BrokenPlistError } from './plist-value.ts'
import { binaryPlist } from './testing/binary-plist.ts'

const xml = (body: string): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${body}
</plist>
`)

/** Encoded by `plistlib` of Python: {'a': 'text', 'ü': [1, -2, 2.5, True], 'd': 2026-01-02 03:04:05, 'b': b'\0\1'}. */
const fromPython =
  'YnBsaXN0MDDUAQIDBAUGCwxRYWEA/FFkUWJUdGV4dKQHCAkKEAET//////////4jQAQAAAAAAAAJM0HHg7aSgAAAQgABCBETFhgaHyQmLzg5QgAAAAAAAAEBAAAAAAAAAA0AAAAAAAAAAAAAAAAAAABF'

describe('a binary property list', () => {
  it('is read as another program wrote it', () => {
    expect(parsePlist(Buffer.from(fromPython, 'base64'))).toEqual({
      a: 'text',
      ü: [1, -2, 2.5, true],
      d: new Date('2026-01-02T03:04:05Z'),
      b: Buffer.from([0, 1]),
    })
  })

  it('has values of every type', () => {
    const date = new Date('2026-01-02T03:04:05Z')
    const value = {
      text: 'plain',
      wide: 'Größe 🖨',
      list: [0, 255, 65_536, 2 ** 40, 2.5, true, false],
      none: null,
      date,
      data: Buffer.from([0, 1, 2]),
      long: 'x'.repeat(300),
      inner: { empty: {}, list: [] },
    }
    expect(parsePlist(binaryPlist(value))).toEqual(value)
  })

  it('is refused if it is cut anywhere, or any byte is wrong, without an endless run', () => {
    const bytes = binaryPlist({ a: ['x', 'y', { b: new Date(0) }], c: 'zzzzzzzzzzzzzzzzzzzzzzz', d: 1_000_000 })
    const outcomes = new Set<string>()
    const attempt = (damaged: Buffer) => {
      try {
        parsePlist(damaged)
        outcomes.add('parsed')
      } catch (error) {
        outcomes.add(error instanceof BrokenPlistError ? 'refused' : `${error}`)
      }
    }
    for (let length = 0; length < bytes.length; length++) attempt(bytes.subarray(0, length))
    for (let at = 0; at < bytes.length; at++)
      for (const value of [0, 1, 0x14, 0x6f, 0x7f, 0xaf, 0xdf, 0xff]) {
        const damaged = Buffer.from(bytes)
        damaged[at] = value
        attempt(damaged)
      }
    expect([...outcomes].sort()).toEqual(['parsed', 'refused'])
  })

  it('is refused if an array contains itself, or if few bytes stand for very many values', () => {
    const loop = Buffer.from([...'bplist00'].map((letter) => letter.charCodeAt(0)).concat([0xa1, 0x00]))
    expect(() => parsePlist(withTrailer(loop, [8]))).toThrow('deeper than 32')
    // 20 arrays with ten references to the next one.
    const arrays = Array.from({ length: 20 }, (_, index) => [0xaa, ...Array<number>(10).fill(index + 1)])
    const many = Buffer.from([...Buffer.from('bplist00'), ...arrays.flat(), 0x09])
    const offsets = Array.from({ length: 21 }, (_, index) => 8 + index * 11)
    expect(() => parsePlist(withTrailer(many, offsets))).toThrow('more than 100000 values')
  })
})

function withTrailer(body: Buffer, offsets: number[]): Buffer {
  const trailer = Buffer.alloc(32)
  trailer[6] = 2
  trailer[7] = 1
  trailer.writeBigUInt64BE(BigInt(offsets.length), 8)
  trailer.writeBigUInt64BE(BigInt(body.length), 24)
  const table = Buffer.alloc(offsets.length * 2)
  for (const [index, offset] of offsets.entries()) table.writeUInt16BE(offset, index * 2)
  return Buffer.concat([body, table, trailer])
}

describe('an XML property list', () => {
  it('has values of every type', () => {
    const body = `<!-- a <comment> --><dict>
      <key>text</key><string>a &lt;b&gt; &amp; &#8364;&#x20ac; <![CDATA[<raw> & ]]></string>
      <key>empty</key><string/><key>list</key><array><integer>-3</integer><real>2.5</real><true/><false/></array>
      <key>date</key><date>2026-01-02T03:04:05Z</date><key>data</key><data>
      AAEC
      </data><key>none</key><dict/></dict>`
    expect(parsePlist(xml(body))).toEqual({
      text: 'a <b> & €€ <raw> & ',
      empty: '',
      list: [-3, 2.5, true, false],
      date: new Date('2026-01-02T03:04:05Z'),
      data: Buffer.from([0, 1, 2]),
      none: {},
    })
  })

  it.each([
    ['no plist', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['an unfinished dictionary', xml('<dict><key>a</key><string>b</string>')],
    ['an unfinished text', xml('<string>b')],
    ['a dictionary without a value', xml('<dict><key>a</key></dict>')],
    ['another element', xml('<script/>')],
    ['an element inside of a text', xml('<string><b>x</b></string>')],
    ['unending comments', Buffer.from(`<plist>${'<!--'.repeat(500_000)}`)],
    ['deep arrays', xml('<array>'.repeat(100_000))],
    ['very many values', xml(`<array>${'<true/>'.repeat(400_000)}</array>`)],
  ])('is refused: %s', (_, bytes) => {
    expect(() => parsePlist(bytes)).toThrow(BrokenPlistError)
  })

  it('does not expand the entities of its document type, and a key is no prototype', () => {
    const bytes = Buffer.from(
      '<!DOCTYPE plist [<!ENTITY a "boom">]><plist><dict><key>__proto__</key><string>&a;</string></dict></plist>',
    )
    expect(Object.entries(parsePlist(bytes) as object)).toEqual([['__proto__', '&a;']])
  })
})
