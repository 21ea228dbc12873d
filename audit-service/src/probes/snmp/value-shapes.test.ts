import { describe, expect, test } from 'vitest'
import { isDistinctSerial, isModelShaped, isSerialShaped, isVersionShaped } from './value-shapes.ts'

describe('the form of a serial number', () => {
  test.each([
    'CV0008612',
    '0820161024CCRR666108343WCVU',
    '3F3452A52295',
    '279531100013',
    '0162012008000123',
    'RS900-0212-12345',
  ])('%s has it', (text) => {
    expect(isSerialShaped(text)).toBe(true)
  })

  test.each([
    ['a frequency', '1000MHZ'],
    ['a size', '10457776'],
    ['a date', '20180426'],
    ['a time', '20180426101112'],
    ['an IMEI', '352094081234567'],
    ['an address of hardware', '0418D62A0A92'],
    ['a network address', '10.105.7.200'],
    ['a version', 'V200R007C00SPC900'],
    ['a licence key', '3WC8-7H2K-9QX4-TT1Z'],
    ['a digest', '0123456789abcdef0123456789abcdef'],
    ['a processor', 'PPC440GP'],
    ['a placeholder', '1234567890'],
    ['a name', 'YanXiang-G41'],
  ])('%s does not: %s', (_, text) => {
    expect(isSerialShaped(text)).toBe(false)
  })

  test('only letters that are no hexadecimal digits make it distinct', () => {
    expect(isDistinctSerial('0820161024CCRR666108343WCVU')).toBe(true)
    expect(isDistinctSerial('279531100013')).toBe(false)
    expect(isDistinctSerial('00A0F8B41234')).toBe(false)
  })
})

describe('the form of a version', () => {
  test.each([
    'V5.5.80 build 190131',
    '3.6.5.c',
    'V1.2',
    'WAC3.7.5',
    '1.0.3 Build 20160412 Rel.43154(s)',
    'V300R003C20',
    'Version 8.0q',
    'v3.7.3',
    '2.460.0000.7.R',
  ])('%s has it', (text) => {
    expect(isVersionShaped(text)).toBe(true)
  })

  test.each([
    ['a measurement', '45.8'],
    ['an address', '10.105.7.200'],
    ['a date', '30.04.2019'],
    ['a licence key', 'KQ2M-7H2K-9QX4'],
    ['the version of the agent', 'SNMP agent 2.1.3'],
    ['the version of a part', 'Bootloader V1.3.2'],
    ['the version of the system below', 'Linux version 2.6.32'],
    ['a key of a licence', 'License version 2.0.1'],
  ])('%s does not: %s', (_, text) => {
    expect(isVersionShaped(text)).toBe(false)
  })
})

describe('the form of a model', () => {
  test.each(['WAC m5800', 'DS-2CD4C36FWD-AP', 'ZXR10 5250-52TM-H', 'ThinkSystem SR650', '9PX 3000i', 'DS1812+'])(
    '%s has it',
    (text) => {
      expect(isModelShaped(text)).toBe(true)
    },
  )

  test.each([
    ['a port', 'GigabitEthernet1/0/1'],
    ['a part', 'Fan 2 Tach'],
    ['a processor', 'Intel Xeon E5-2680'],
    ['a path', '/dev/sda3'],
    ['a size', '512 MB'],
    ['a codec', 'H.264'],
    ['a version', 'RUTX_R_00.07.04.2'],
    ['a time', 'Tue May 14 15:04:04 CST 2019'],
    ['an average', '1 Minute Average'],
    ['a name without a number', 'ads'],
  ])('%s does not: %s', (_, text) => {
    expect(isModelShaped(text)).toBe(false)
  })
})
