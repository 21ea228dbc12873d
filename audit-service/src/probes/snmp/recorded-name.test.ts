import { describe, expect, it } from 'vitest'
import { encodeOid } from './ber-writer.ts'
import { oid } from './oid.ts'
import { writeName } from './recorded-name.ts'

/** Writes the name in a line with text before and after it. */
function written(name: string): Buffer | undefined {
  const text = Buffer.from(`7.${name}|4`)
  const octets = Buffer.alloc(2 + name.length)
  const end = writeName(octets, 2, text, 2, 2 + name.length)
  return end === undefined ? undefined : octets.subarray(2, end)
}

describe('writeName', () => {
  const longest = `1.3${'.4294967295'.repeat(126)}`
  it.each(['0.0', '1.3', '1.39.5', '2.40', '2.4294967295.1', '1.3.127.128.16383.16384.0', longest])(
    'writes %s as a message does',
    (name) => {
      expect(written(name)).toEqual(encodeOid(oid(name)).octets)
      expect(written(`.${name}`)).toEqual(encodeOid(oid(name)).octets)
    },
  )

  it.each(['', '1', '1.', '1..3', '1.3.', '1.-3', '1.x', '3.1', '0.40', '1.40', '1.3.4294967296', `${longest}.1`])(
    'takes "%s" for no name',
    (name) => {
      expect(written(name)).toBeUndefined()
    },
  )
})
