import { describe, expect, it } from 'vitest'
import { isAllowed, parseAllowList } from './allow-list.ts'

const allows = (list: string, address: string, port: number, isMetadata = false) =>
  isAllowed(parseAllowList(list), address, port, isMetadata)

describe('ROLLCALL_OUTBOUND_ALLOW', () => {
  it.each([
    ['127.0.0.1:2525', '127.0.0.1', 2525, true],
    ['127.0.0.1:2525', '127.0.0.1', 2526, false],
    ['127.0.0.1:2525', '::ffff:127.0.0.1', 2525, true],
    ['127.0.0.1', '127.0.0.2', 80, false],
    ['127.0.0.1', '64:ff9b::7f00:1', 80, false],
    ['10.0.0.0/8:443', '10.200.1.1', 443, true],
    ['10.0.0.0/8:443', '10.200.1.1', 80, false],
    ['10.0.0.0/8', '11.0.0.1', 80, false],
    ['fd00::/8', 'fd12::1', 25, true],
    ['[fd00::/8]:25', 'fd12::1', 25, true],
    ['[fd00::/8]:25', 'fd12::1', 26, false],
    ['[::1]', '::1', 1, true],
    ['::1', '::1', 1, true],
    ['192.0.2.1, 127.0.0.1 10.0.0.0/8', '10.1.1.1', 1, true],
    ['', '127.0.0.1', 80, false],
  ])('%s: %s port %i is %s', (list, address, port, expected) => {
    expect(allows(list, address, port)).toBe(expected)
  })

  it('allows a metadata service only by its own address', () => {
    for (const list of ['0.0.0.0/0', '169.254.0.0/16', '169.254.169.252/30']) {
      expect(allows(list, '169.254.169.254', 80, true)).toBe(false)
    }
    expect(allows('169.254.169.254:80', '169.254.169.254', 80, true)).toBe(true)
  })

  it.each([
    'mail.example.org',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.5:0',
    '10.0.0.5:65536',
    '10.0.0.5:x',
    '[fd00::/129]',
    '[fd00::1',
    '::ffff:127.0.0.1',
    '*',
  ])('refuses %s and names the entry', (entry) => {
    expect(() => parseAllowList(`10.0.0.1, ${entry}`)).toThrow(`ROLLCALL_OUTBOUND_ALLOW: "${entry}" `)
  })
})
