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
    ['is no claim of a stranger', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['is no claim of a neighbour of the proxy', '10.0.0.6', '198.51.100.1', '10.0.0.6'],
    ['is what the proxy adds', '10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['is what the proxy adds to a claim', '10.0.0.5', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['is what the outer of two proxies adds', '10.0.0.5', '127.0.0.1, 198.51.100.1, 10.1.0.77', '198.51.100.1'],
    ['behind a proxy that is not trusted is that one', '10.0.0.5', '198.51.100.1, 10.2.0.1', '10.2.0.1'],
    ['counts IPv4 written as IPv6 as IPv4', '::ffff:10.0.0.5', '198.51.100.1', '198.51.100.1'],
    ['behind a proxy with IPv6', 'fd00::5', '2001:db8::7', '2001:db8::7'],
    ['may have a port', '10.0.0.5', '198.51.100.1:40000', '198.51.100.1'],
    ['may have brackets and a port', '10.0.0.5', '[2001:db8::7]:40000', '2001:db8::7'],
    ['of a proxy that names nobody is that of the proxy', '10.0.0.5', undefined, '10.0.0.5'],
    ['of a proxy that names no address is that of the proxy', '10.0.0.5', '198.51.100.1, unknown', '10.0.0.5'],
    ['of an empty entry is that of the proxy', '10.0.0.5', '198.51.100.1,', '10.0.0.5'],
    ['is no shortened address', '10.0.0.5', '127.1', '10.0.0.5'],
    ['of a proxy itself is the one it names', '10.0.0.5', '10.1.0.77', '10.1.0.77'],
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
  ])('refuses %s and says why', (entry, why) => {
    expect(() => parseTrustedProxies(`10.0.0.5,${entry}`)).toThrow(`ROLLCALL_TRUSTED_PROXIES: "${entry}" ${why}`)
  })

  it('trusts nobody when it is empty', () => {
    expect(parseTrustedProxies('')).toEqual([])
    expect(parseTrustedProxies(undefined)).toEqual([])
  })
})
