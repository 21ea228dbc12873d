import { createHash } from 'node:crypto'

/** Positions of the two values in a body that are unique to a snapshot, and a hash of everything else. */
export type Fingerprint = {
  id: number
  time: number
  timeLength: number
  length: number
  /** SHA-256 of all bytes except those two values. */
  rest: string
}

const idLength = 36

/**
 * Computes the fingerprint of a body. `json` is the body, parsed. undefined if the bytes of the id and the time are
 * uncertain.
 */
export function fingerprintOf(raw: Buffer, json: unknown): Fingerprint | undefined {
  const { id, observedAt } = json as Record<'id' | 'observedAt', string>
  const [idAt, timeAt] = [positionOf(raw, 'id', id), positionOf(raw, 'observedAt', observedAt)]
  if (idAt === undefined || timeAt === undefined) return undefined
  const positions = { id: idAt, time: timeAt, timeLength: observedAt.length, length: raw.length }
  return { ...positions, rest: restOf(raw, positions) }
}

/** Reports whether another body is identical, byte by byte, except for those two values. */
export const matchesFingerprint = (raw: Buffer, fingerprint: Fingerprint): boolean =>
  raw.length === fingerprint.length && restOf(raw, fingerprint) === fingerprint.rest

/** Ranges of the two values in order. */
export function rangesOf({ id, time, timeLength }: Omit<Fingerprint, 'rest'>): { at: number; length: number }[] {
  const ranges = [
    { at: id, length: idLength },
    { at: time, length: timeLength },
  ]
  return id < time ? ranges : ranges.reverse()
}

/** The two values in order of position. */
export const valuesIn = (raw: Buffer, fingerprint: Fingerprint): { at: number; bytes: Buffer }[] =>
  rangesOf(fingerprint).map(({ at, length }) => ({ at, bytes: raw.subarray(at, at + length) }))

/**
 * Position of a property's value that occurs nowhere else. Neither value has a character that JSON could write in
 * another way.
 */
function positionOf(raw: Buffer, name: string, value: string): number | undefined {
  const property = `"${name}":"${value}"`
  const position = raw.indexOf(property, 0, 'latin1')
  if (position < 0 || raw.indexOf(property, position + 1, 'latin1') >= 0) return undefined
  return position + property.length - value.length - 1
}

function restOf(raw: Buffer, positions: Omit<Fingerprint, 'rest'>): string {
  const rest = createHash('sha256')
  let from = 0
  for (const { at, length } of rangesOf(positions)) {
    rest.update(raw.subarray(from, at))
    from = at + length
  }
  return rest.update(raw.subarray(from)).digest('base64')
}
