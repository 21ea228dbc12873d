import { expect, test } from 'vitest'
import { readLogLevel } from './log-level.ts'

test('the level is info unless the operator sets one', () => {
  expect(readLogLevel({})).toBe('info')
  expect(readLogLevel({ ROLLCALL_LOG_LEVEL: 'debug' })).toBe('debug')
})

test.each(['loud', 'INFO', '', 'toString'])('a level "%s" is refused with the levels there are', (level) => {
  expect(() => readLogLevel({ ROLLCALL_LOG_LEVEL: level })).toThrow(
    /^ROLLCALL_LOG_LEVEL must be trace, debug, info, warn/,
  )
})
