import { describe, expect, it } from 'vitest'
import { checksum } from './checksum.ts'

describe('checksum', () => {
  it('matches the example in RFC 1071, section 3', () => {
    // The sum in the RFC is ddf2; the checksum is its complement.
    expect(checksum(Buffer.from('0001f203f4f5f6f7', 'hex'))).toBe(0xffff - 0xddf2)
  })

  it('pads an odd byte with zero, and adds the given sum', () => {
    expect(checksum(Buffer.from('0102ff', 'hex'))).toBe(checksum(Buffer.from('0102ff00', 'hex')))
    expect(checksum(Buffer.from('0001', 'hex'), 0xf203)).toBe(checksum(Buffer.from('0001f203', 'hex')))
  })

  it('is 0 for bytes with a valid checksum', () => {
    const bytes = Buffer.from('4500002c00010000400100000a0000010a000002', 'hex')
    bytes.writeUInt16BE(checksum(bytes), 10)
    expect(checksum(bytes)).toBe(0)
  })
})
