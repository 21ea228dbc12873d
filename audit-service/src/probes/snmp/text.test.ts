import { expect, test } from 'vitest'
import { asMac, asText, decodeText } from './text.ts'
import { Tag } from './varbind.ts'

test.each([
  ['plain', Buffer.from('Cisco IOS'), 'Cisco IOS'],
  ['UTF-8', Buffer.from('Räume 1–3 网络'), 'Räume 1–3 网络'],
  ['UTF-8 cut in a character', Buffer.from('网御防火墙').subarray(0, 14), '网御防火'],
  ['GBK', Buffer.from('b1beb5d8c1acbdd3', 'hex'), '本地连接'],
  ['GBK cut in a character', Buffer.from('b1beb5d8c1acbd', 'hex'), '本地连'],
  ['ISO 8859-1', Buffer.from('Büro Zürich', 'latin1'), 'Büro Zürich'],
  ['ISO 8859-1 with its last letter accented', Buffer.from('Café', 'latin1'), 'Café'],
  ['C string with rubbish behind its end', Buffer.from('name\0\xff\xfe', 'latin1'), 'name'],
  ['control characters', Buffer.from('a\x1b[31mb\r\n'), 'a [31mb'],
  ['nothing', Buffer.alloc(0), ''],
  ['noise', Buffer.from([0xff, 0x41, 0xfe]), 'ÿAþ'],
])('%s', (_, bytes, text) => expect(decodeText(bytes)).toBe(text))

test('limits text, and returns undefined for empty text', () => {
  expect(decodeText(Buffer.alloc(5000, 'x')).length).toBe(512)
  expect(asText({ oid: [1, 3], tag: Tag.octetString, value: Buffer.from('  \0') })).toBeUndefined()
  expect(asText({ oid: [1, 3], tag: Tag.integer, value: 7 })).toBeUndefined()
})

test('reads a MAC from six octets or from text', () => {
  const mac = (value: Buffer) => asMac({ oid: [1, 3], tag: Tag.octetString, value })
  expect(mac(Buffer.from('001b213c9df8', 'hex'))).toBe('00:1b:21:3c:9d:f8')
  expect(mac(Buffer.from('00-1B-21-3C-9D-F8'))).toBe('00:1b:21:3c:9d:f8')
  expect(mac(Buffer.from('0:1b:21:3c:9d:f8'))).toBeUndefined()
  expect(mac(Buffer.alloc(8))).toBeUndefined()
})
