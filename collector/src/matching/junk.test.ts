import { isJunkSerial } from '@rollcall/shared/inventory/junk-serial.ts'
import { expect, it } from 'vitest'
import { canonicalUuid } from './canonical-values.ts'
import { isJunkIp, isJunkMac, isJunkName, isJunkUuid, isLocallyAdministered } from './junk.ts'
import { isContainer, isVirtual, manufacturerKey } from './manufacturers.ts'

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
  '0',
])('treats the UUID %s as junk', (uuid) => {
  expect(isJunkUuid(uuid)).toBe(true)
  expect(canonicalUuid(uuid.toUpperCase())).toBeUndefined()
})

it('normalizes UUIDs in any byte order, case and hyphenation, also junk', () => {
  const uuid = '2b1a4d56-4d3c-6f5e-8091-a2b3c4d5e6f7'
  expect(canonicalUuid('564D1A2B-3C4D-5E6F-8091-A2B3C4D5E6F7')).toBe(uuid)
  expect(canonicalUuid('{2b1a4d564d3c6f5e8091a2b3c4d5e6f7}')).toBe(uuid)
  expect(canonicalUuid('00020003-0004-0005-0006-000700080009')).toBeUndefined()
  expect(canonicalUuid('Not Settable')).toBeUndefined()
})

it.each([
  ...['', '  ', 'N/A', 'None', 'unknown', 'UNKNOW', 'Invalid', 'eval', 'IATPASS', 'Default string', 'Not Specified'],
  ...['Not Present', 'not available', 'Not Installed', 'null', '(null string)', ' To Be Filled By O.E.M. '],
  ...['System Serial Number', 'SystemSerialNumb', 'OEM_Serial', 'Chassis Serial Number', 'No Asset Tag'],
  ...['Dell Asset Tag#', 'My SKU#', '0', '1', '0000000', '1111111', 'nnnnnnn', 'XXXXXXXXXXX', '12345', '123456'],
  ...['1234567', '12345678', '123456789', '1234567890', '0123456789', '123456789000', '12345678901234567'],
  ...['SYS-1234567890', 'sys-9876543210', 'SN-12345', 'SN-1234567890', 'MB-1234567890', 'SN-123456FVGV3I0B8O5N6N7K'],
  ...['Serial Number xxxxxx', 'Tulip Computers', '<BAD INDEX>', '<OUT OF SPEC>', '1.0', '1.2.3', '...', '-'],
])('treats the serial number "%s" as junk', (serial) => {
  expect(isJunkSerial(serial)).toBe(true)
})

it.each(['B7C0ND2', '1234', '12345678901', 'v1.0', 'SN1.2.3', 'CN-0X1', '5CG1234567', 'none-1', 'VMware-56 4d'])(
  'accepts the serial number "%s"',
  (serial) => {
    expect(isJunkSerial(serial)).toBe(false)
  },
)

it.each([
  ...['00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '01:00:5e:00:00:01', '33:33:00:00:00:01', '00:00:00:00:00:01'],
  ...['fe:ff:ff:ff:ff:ff', '0a:00:27:00:00:00', '00:50:56:c0:00:08', '02:42:ac:11:00:02', '00:00:5e:00:01:0a'],
  ...['00:00:5e:00:02:0a', '00:00:0c:07:ac:01', '00:00:0c:9f:f0:01', '44:45:53:54:00:00', '44:45:53:54:00:01'],
  ...['44:45:53:54:61:6f', '50:50:54:50:30:30', '33:50:6f:45:30:30', '20:41:53:59:4e:ff', '24:b6:20:52:41:53'],
  ...['00:0b:ca:fe:00:00', '02:00:4e:43:50:49', '00:a0:c6:00:00:00', '02:80:37:ec:02:00', '10:11:11:11:11:11'],
  ...['00:01:02:7d:9b:1c', '00:08:a1:46:06:35', '00:08:a1:66:e2:1a', '00:09:dd:10:37:68', '00:0f:ea:9a:e2:f0'],
  ...['20:20:20:20:20:20', '00:10:5a:72:71:f3', '00:11:11:85:08:8b'],
])('treats the MAC %s as junk', (mac) => {
  expect(isJunkMac(mac)).toBe(true)
})

it('accepts other MACs, and weighs a locally administered one as weak', () => {
  for (const mac of ['00:1b:21:3c:9d:f8', '00:50:56:01:02:03', '52:54:00:12:34:56', '00:00:5e:00:53:01']) {
    expect(isJunkMac(mac)).toBe(false)
  }
  expect(isLocallyAdministered('52:54:00:12:34:56')).toBe(true)
  expect(isLocallyAdministered('00:1b:21:3c:9d:f8')).toBe(false)
})

it.each([
  ...['', 'localhost', 'LOCALHOST.localdomain', 'Ubuntu', 'debian', 'raspberrypi', 'unknown', '(none)', 'default'],
  ...['Switch', 'router'],
])('treats the name "%s" as junk', (name) => {
  expect(isJunkName(name)).toBe(true)
  expect(isJunkName(`${name}-7`)).toBe(false)
})

it.each([
  ...['0.0.0.0', '127.0.0.1', '127.255.0.1', '169.254.1.1', '::', '::1', 'fe80::1', '::ffff:127.0.0.1', '224.0.0.251'],
  ...['ff02::1', '255.255.255.255', 'x'],
])('treats the address %s as junk', (ip) => {
  expect(isJunkIp(ip)).toBe(true)
})

it.each(['10.0.0.1', '192.0.2.1', '2001:db8::1', 'fd00::1', '100.64.0.1'])('accepts the address %s', (ip) => {
  expect(isJunkIp(ip)).toBe(false)
})

it.each([
  ['Dell Inc.', 'dell'],
  ['DELL', 'dell'],
  ['Hewlett-Packard', 'hp'],
  ['Hewlett Packard Enterprise', 'hp'],
  ['HPE', 'hp'],
  ['Cisco Systems, Inc.', 'cisco'],
  ['ASUSTeK COMPUTER INC.', 'asus'],
  ['Super Micro Computer, Inc.', 'supermicro'],
  ['To be filled by O.E.M.', undefined],
  ['System manufacturer', undefined],
  ['', undefined],
])('maps the manufacturer %s to the key %s', (manufacturer, key) => {
  expect(manufacturerKey(manufacturer)).toBe(key)
})

it('detects virtual machines and containers', () => {
  expect(isVirtual({ manufacturer: 'VMware, Inc.' })).toBe(true)
  expect(isVirtual({ manufacturer: 'Microsoft Corporation', model: 'Virtual Machine' })).toBe(true)
  expect(isVirtual({ manufacturer: 'Dell Inc.', virtualization: 'kvm' })).toBe(true)
  expect(isVirtual({ manufacturer: 'Microsoft Corporation', model: 'Surface Pro 7' })).toBe(false)
  expect(isContainer('lxc')).toBe(true)
  expect(isContainer('kvm')).toBe(false)
  expect(isContainer(undefined)).toBe(false)
})
