import { describe, expect, it } from 'vitest'
import { isJunkIp, isJunkMac, isLocallyAdministered } from './addresses.ts'
import { isJunkName } from './fillers.ts'
import { isJunkUuid } from './uuids.ts'

describe('a UUID', () => {
  it.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '11111111-1111-1111-1111-111111111111',
    '03000200-0400-0500-0006-000700080009',
    '03020100-0504-0706-0809-0a0b0c0d0e0f',
    '02000100-0300-0400-0005-000600070008',
    '00010203-0405-0607-0809-0a0b0c0d0e0f',
    '01010101-0101-0101-0101-010101010101',
    '6ab5b300-538d-1014-9fb5-b0684d007b53',
    '10000000-0000-8000-0040-000000000000',
    'fefefefe-fefe-fefe-fefe-fefefefefefe',
    'deadbeef-dead-beef-dead-beefdeadbeef',
    'cafebabe-cafe-babe-cafe-babecafebabe',
    '00112233-4455-6677-8899-aabbccddeeff',
    '33221100-5544-7766-8899-aabbccddeeff',
    '12345678-1234-5678-90ab-cddeefaabbcc',
    '12345678-1234-1234-1234-123456789abc',
    '78563412-3412-3412-1234-123456789abc',
    '01234567-89ab-cdef-0123-456789abcdef',
    '00000000-0000-0000-0000-000000000001',
    'ffffffff-ffff-ffff-0000-000000000000',
    '4c4c4544-0020-2010-8020-80c04f202020',
    '11111111-2222-3333-4444-555555555555',
    '0001000200030004-0005-0006-0007-0008',
    '0',
    'Not Settable',
  ])('%s is junk in every notation', (uuid) => {
    for (const text of [uuid, uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll('-', '')]) {
      expect(isJunkUuid(text)).toBe(true)
    }
  })

  it.each([
    '4c4c4544-0042-3710-8030-b7c04f4e4432',
    '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
    '35434439-3336-3347-4333-f8b46ab6fe18',
    '76006b9c-c49c-0000-0000-000000000000',
    '00000000-0000-0000-0000-0cc47a83a16e',
    '03aa02fc-0414-0597-7c06-700700080009',
    'ec2a1b3c-9d8e-7f60-5142-330a4b5c6d7e',
    '00020003-0004-0005-0006-00e07a08f109',
  ])('%s is real', (uuid) => expect(isJunkUuid(uuid)).toBe(false))
})

describe('a MAC', () => {
  it.each([
    ...['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '01:00:5e:00:00:01', '33:33:00:00:00:01', '00:00:00:00:00:01'],
    ...['fe:ff:ff:ff:ff:ff', '0a:00:27:00:00:00', '00:50:56:c0:00:08', '02:42:ac:11:00:02', '00:00:5e:00:01:0a'],
    ...['00:00:5e:00:02:0a', '00:00:0c:07:ac:01', '00:00:0c:9f:f0:01', '44:45:53:54:00:00', '44:45:53:54:00:01'],
    ...['44:45:53:54:61:6f', '50:50:54:50:30:30', '33:50:6f:45:30:30', '20:41:53:59:4e:ff', '24:b6:20:52:41:53'],
    ...['00:0b:ca:fe:00:00', '02:00:4e:43:50:49', '00:a0:c6:00:00:00', '02:80:37:ec:02:00', '10:11:11:11:11:11'],
    ...['00:01:02:7d:9b:1c', '00:08:a1:46:06:35', '00:08:a1:66:e2:1a', '00:09:dd:10:37:68', '00:0f:ea:9a:e2:f0'],
    ...['20:20:20:20:20:20', '00:10:5a:72:71:f3', '00:11:11:85:08:8b', '00:11:22:33:44:55', 'aa:bb:cc:dd:ee:ff'],
    ...['00:01:02:03:04:05', '12:34:56:78:9a:bc', '66:55:44:33:22:11', '00:00:00:00:12:34', '00:05:9a:3c:7a:00'],
    ...['02:50:41:00:00:01', '52:54:00:12:34:56', 'de:ad:be:ef:00:01', '0c:5b:8f:27:9a:64', 'ac:de:48:00:11:22'],
    ...['02:00:00:00:00:00', '12:34:12:34:12:34', '98:76:54:32:10:98', '00:07:b4:00:01:02', '00:05:73:a0:00:01'],
  ])('%s is junk', (mac) => expect(isJunkMac(mac)).toBe(true))

  it.each([
    ...['00:1b:21:3c:9d:f8', '00:50:56:01:02:03', '52:54:00:8a:1f:06', '00:00:5e:00:53:01', '00:00:0c:11:a2:05'],
    ...['00:15:5d:01:02:03', '00:0c:29:00:00:10', '00:25:90:00:00:00', '08:00:27:11:22:33', '00:00:f0:01:02:03'],
    ...['a0:36:9f:00:00:01', 'dc:a6:32:12:34:56', '3c:ec:ef:aa:bb:cc', 'f0:f0:f0:12:00:f0'],
  ])('%s is real', (mac) => expect(isJunkMac(mac)).toBe(false))

  it('is weak if it is locally administered', () => {
    expect(isLocallyAdministered('52:54:00:12:34:56')).toBe(true)
    expect(isLocallyAdministered('00:1b:21:3c:9d:f8')).toBe(false)
  })
})

it.each([
  ...['', 'localhost', 'LOCALHOST.localdomain', 'Ubuntu', 'debian', 'raspberrypi', 'unknown', '(none)', 'default'],
  ...['Switch', 'router', 'Not Available', 'local-host', 'No Name', 'null'],
])('treats the name "%s" as junk, and one with a number as real', (name) => {
  expect(isJunkName(name)).toBe(true)
  expect(isJunkName(`${name}-7`)).toBe(false)
})

it.each([
  ...['0.0.0.0', '127.0.0.1', '127.255.0.1', '169.254.1.1', '::', '::1', 'fe80::1', '::ffff:127.0.0.1', '224.0.0.251'],
  ...['ff02::1', '255.255.255.255', 'x', ''],
])('treats the address %s as junk', (ip) => expect(isJunkIp(ip)).toBe(true))

it.each(['10.0.0.1', '192.0.2.1', '2001:db8::1', 'fd00::1', '100.64.0.1'])('accepts the address %s', (ip) =>
  expect(isJunkIp(ip)).toBe(false),
)
