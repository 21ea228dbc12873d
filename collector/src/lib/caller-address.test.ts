import { describe, expect, it } from 'vitest'
import { callerAddress, parseTrustedProxies } from './caller-address.ts'

const proxies = parseTrustedProxies('10.0.0.5, 10.1.0.0/24 fd00::5')
const addressOf = (remoteAddress: string | undefined, forwarded?: string) =>
  callerAddress(proxies, {
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  })

describe('the address of a caller', () => {
  it.each([
    ['without a proxy is that of the connection', '203.0.113.9', undefined, '203.0.113.9'],
    ['ignores a claim of an unknown host', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['ignores a claim of a neighbor of the proxy', '10.0.0.6', '198.51.100.1', '10.0.0.6'],
    ['is the entry of the proxy', '10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['is the entry of the proxy after a claim', '10.0.0.5', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['is the entry of the outer of two proxies', '10.0.0.5', '127.0.0.1, 198.51.100.1, 10.1.0.77', '198.51.100.1'],
    ['behind an untrusted proxy is the proxy', '10.0.0.5', '198.51.100.1, 10.2.0.1', '10.2.0.1'],
    ['treats IPv4-mapped IPv6 as IPv4', '::ffff:10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['behind a proxy with IPv6', 'fd00::5', '2001:db8::7', '2001:db8::7'],
    ['may have a port', '10.0.0.5', '198.51.100.1:40000', '198.51.100.1'],
    ['may have brackets and a port', '10.0.0.5', '[2001:db8::7]:40000', '2001:db8::7'],
    ['is that of a proxy that names nobody', '10.0.0.5', undefined, '10.0.0.5'],
    ['is that of a proxy that names no address', '10.0.0.5', '198.51.100.1, unknown', '10.0.0.5'],
    ['is that of the proxy for an empty entry', '10.0.0.5', '198.51.100.1,', '10.0.0.5'],
    ['ignores a shortened address', '10.0.0.5', '127.1', '10.0.0.5'],
    ['is the address that a proxy itself names', '10.0.0.5', '10.1.0.77', '10.1.0.77'],
    ['of a closed connection is empty', undefined, '198.51.100.1', ''],
  ])('%s', (_, remoteAddress, forwarded, expected) => {
    expect(addressOf(remoteAddress, forwarded)).toBe(expected)
  })
})

describe('ROLLCALL_TRUSTED_PROXIES', () => {
  it.each([
    ['proxy.example.org', 'is not an address or CIDR block'],
    ['10.0.0.5:443', 'is not an address or CIDR block'],
    ['010.0.0.5', 'is not an address or CIDR block'],
    ['10.0.0.0/33', 'has a prefix length above 32'],
    ['::ffff:10.0.0.5', 'is an IPv4 address written as IPv6'],
    ['0.0.0.0/0', 'matches every address'],
    ['::/0', 'matches every address'],
  ])('rejects %s with a reason', (entry, why) => {
    expect(() => parseTrustedProxies(`10.0.0.5,${entry}`)).toThrow(`ROLLCALL_TRUSTED_PROXIES: "${entry}" ${why}`)
  })

  it('trusts nobody if empty', () => {
    expect(parseTrustedProxies('')).toEqual([])
    expect(parseTrustedProxies(undefined)).toEqual([])
  })
})
