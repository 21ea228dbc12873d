import { expect, test } from 'vitest'
import { formatValue } from './format-value.ts'

test('formats amounts in their unit, and keeps other values', () => {
  const format = (path: string | null, value: string | null) => formatValue(path, value)
  expect(format('memory.modules[DIMM1].sizeBytes', '17179869184')).toBe('16 GiB')
  expect(format('interfaces[eth0].speedBps', '1000000000')).toBe('1 Gbit/s')
  expect(format('interfaces[eth0].speedBps', '0')).toBe('0')
  expect(format('processors[0].speedMhz', '2500')).toBe('2500 MHz')
  expect(format('interfaces[eth0].vlan', '10')).toBe('10')
  expect(format('volumes[/].sizeBytes', 'unknown')).toBe('unknown')
  expect(format('batteries[BAT0].designMilliwattHours', '57000')).toBe('57 Wh')
  expect(format('os.pendingUpdates.needsRestart', 'true')).toBe('yes')
  expect(format('accounts[ada].isAdministrator', 'false')).toBe('no')
  expect(format('os.installedAt', '2025-02-03T04:05:06.000Z')).toBe('2025-02-03 04:05:06 UTC')
  expect(format('services[tcp/443].certificateValidTo', 'never')).toBe('never')
  expect(format('isTrue', 'true')).toBe('true')
  expect(format(null, '7')).toBe('7')
  expect(format('volumes[/].sizeBytes', null)).toBeNull()
})
