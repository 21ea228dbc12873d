import { expect, test } from 'vitest'
import { readable } from './readable.ts'

test('formats amounts in their unit, and keeps other values', () => {
  const told = (path: string | null, value: string | null) => readable(path, value)
  expect(told('memory.modules[DIMM1].sizeBytes', '17179869184')).toBe('16 GiB')
  expect(told('interfaces[eth0].speedBps', '1000000000')).toBe('1 Gbit/s')
  expect(told('interfaces[eth0].speedBps', '0')).toBe('0')
  expect(told('processors[0].speedMhz', '2500')).toBe('2500 MHz')
  expect(told('interfaces[eth0].vlan', '10')).toBe('10')
  expect(told('volumes[/].sizeBytes', 'unknown')).toBe('unknown')
  expect(told(null, '7')).toBe('7')
  expect(told('volumes[/].sizeBytes', null)).toBeNull()
})
