import { describe, expect, it } from 'vitest'
import { parseEntryPoint } from './entry-point.ts'

const bytes = (anchor: string, length: number, ...at: [offset: number, ...bytes: number[]][]) => {
  const entryPoint = Buffer.alloc(length)
  entryPoint.write(anchor)
  for (const [offset, ...values] of at) entryPoint.set(values, offset)
  return entryPoint
}

describe('parseEntryPoint', () => {
  it.each([
    ['of version 3', bytes('_SM3_', 24, [6, 24, 3, 4]), { version: 0x0304, entryPointBytes: 24 }],
    [
      'of version 2',
      bytes('_SM_', 31, [5, 31, 2, 7], [22, 0x34, 0x12], [28, 40]),
      { version: 0x0207, bytes: 0x1234, count: 40, entryPointBytes: 31 },
    ],
    [
      'with a length of 30, as some firmware has it',
      bytes('_SM_', 30, [5, 30, 2, 1], [22, 1]),
      { version: 0x0201, bytes: 1, entryPointBytes: 30 },
    ],
    [
      'from before 2.1',
      bytes('_DMI_', 15, [6, 100, 0], [12, 5], [14, 0x20]),
      { version: 0x0200, bytes: 100, count: 5, entryPointBytes: 15 },
    ],
    ['with a wrong version', bytes('_SM_', 31, [6, 2, 0x33]), { version: 0x0206, bytes: 0, entryPointBytes: 0 }],
  ])('reads one %s', (_case, entryPoint, expected) => {
    expect(parseEntryPoint(entryPoint)).toEqual(expected)
  })

  it.each([
    ['empty bytes', Buffer.alloc(0)],
    ['another anchor', bytes('_SM4_', 31)],
    ['a cut one of version 3', bytes('_SM3_', 23)],
    ['a cut one of version 2', bytes('_SM_', 29)],
    ['a cut one from before 2.1', bytes('_DMI_', 14)],
  ])('returns undefined for %s', (_case, entryPoint) => {
    expect(parseEntryPoint(entryPoint)).toBeUndefined()
  })
})
