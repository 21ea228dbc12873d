import { describe, expect, test } from 'vitest'
import { readDescription } from './sys-descr.ts'

describe('model and version', () => {
  test.each([
    [
      'Cisco',
      'Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(2)E3, RELEASE SOFTWARE (fc3)',
      'C2960X',
      '15.2(2)E3',
    ],
    [
      'Cisco',
      'Cisco IOS Software [Gibraltar], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 16.12.5b, RELEASE',
      undefined,
      '16.12.5b',
    ],
    [
      'Juniper',
      'Juniper Networks, Inc. ex4300-48t Ethernet Switch, kernel JUNOS 14.1X53-D35.3, Build date: 2016',
      'ex4300-48t',
      '14.1X53-D35.3',
    ],
    [
      'Arista',
      'Arista Networks EOS version 4.20.1F running on an Arista Networks DCS-7050SX-64',
      'DCS-7050SX-64',
      '4.20.1F',
    ],
    [
      'HP',
      'ProCurve J9019B Switch 2510B-24, revision Q.11.17, ROM Q.10.02 (/sw/code/build/harp(harp))',
      'J9019B',
      'Q.11.17',
    ],
    ['HP', 'HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD149,EEPROM JSI24030018', undefined, undefined],
    ['Netgear', 'GS724Tv4 ProSafe 24-port Gigabit Ethernet Smart Switch, 6.3.0.9, B1.0.0.4', 'GS724Tv4', '6.3.0.9'],
    ['Axis', ' ; AXIS P3364-VE; Network Camera; 5.75.1; Apr 28 2016 09:17; 195; 1;', 'P3364-VE', '5.75.1'],
    ['Lexmark', 'Lexmark MX711 version NH63.TU.N634 kernel 3.0.0 All-N-1', 'MX711', 'NH63.TU.N634'],
    ['Extreme Networks', 'ExtremeXOS (X440-48t) version 15.3.1.4 v1531b4 by release-manager', 'X440-48t', '15.3.1.4'],
    [
      'Siemens',
      'Siemens, SIMATIC NET, SCALANCE X204-2, 6GK5 204-2BB10-2AA3, HW: Version 4, FW: Version V05.02.01',
      'X204-2',
      'V05.02.01',
    ],
    ['Citrix', 'NetScaler NS11.1: Build 56.19.nc, Date: Nov 23 2017', undefined, undefined],
    ['D-Link', 'DES-3200-28/C1 Fast Ethernet Switch', 'DES-3200-28/C1', undefined],
    ['Brother', 'Brother NC-8300h, Firmware Ver.1.13  (16.07.12),MID 8CA-H16-001', 'NC-8300h', '1.13'],
    ['Example', 'EXAMPLE Comware Platform Software SW-9000X. Product Version Release 2509P61', 'SW-9000X', '2509P61'],
    [undefined, 'H.264 Premium Level IP Camera', undefined, undefined],
    [undefined, 'backup host nas-berlin-1', undefined, undefined],
    [undefined, '', undefined, undefined],
  ])('%s: %s', (manufacturer, description, model, version) => {
    const facts = readDescription(description, manufacturer)
    expect([facts.model, facts.version]).toEqual([model, version])
  })

  test('marks a labelled model, and reads the serial number after it', () => {
    expect(readDescription('Web Card (PF:v3.9.2 MN:AP9630 HR:05 SN: ZA1140012345 MD:09/27/2011)', 'APC')).toEqual({
      model: 'AP9630',
      modelLabelled: true,
      serialNumber: 'ZA1140012345',
    })
  })
})

test.each([
  [
    'Linux db-7 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 x86_64',
    { name: 'Linux', version: '6.1.0-18-amd64', kernel: '6.1.0-18-amd64', architecture: 'x86_64' },
  ],
  [
    'Hardware: Intel64 Family 6 Model 85 - Software: Windows Version 10.0 (Build 17763 Multiprocessor Free)',
    { name: 'Windows', version: '10.0.17763', build: '17763' },
  ],
  ['VMware ESXi 6.5.0 build-8294253 VMware, Inc. x86_64', { name: 'VMware ESXi', version: '6.5.0', build: '8294253' }],
  ['FreeBSD nas 12.1-RELEASE FreeBSD 12.1-RELEASE r354233 GENERIC amd64', { name: 'FreeBSD', version: '12.1-RELEASE' }],
  ['RouterOS CCR1009-7G-1C', { name: 'RouterOS' }],
  [
    'Cisco Adaptive Security Appliance Version 9.1(2)',
    { name: 'Cisco Adaptive Security Appliance', version: '9.1(2)' },
  ],
])('operating system of %s', (description, os) => expect(readDescription(description, undefined).os).toEqual(os))

test('reads text that is made to slow patterns down quickly', () => {
  for (const piece of [
    'a'.repeat(512),
    'version '.repeat(64),
    '1.'.repeat(256),
    'Cisco IOS '.repeat(51),
    'Software: Windows '.repeat(28),
    'SN '.repeat(170),
    'running on a '.repeat(40),
    'A1 -v1.1'.repeat(64),
    '1 (build '.repeat(57),
    'Product: a'.repeat(51),
    `Model: ${'a '.repeat(250)}`,
    'Model:1 '.repeat(64),
    'Serial=A1 '.repeat(51),
    'rev 1.'.repeat(85),
  ]) {
    expect(() => readDescription(piece, 'Cisco')).not.toThrow()
  }
})
