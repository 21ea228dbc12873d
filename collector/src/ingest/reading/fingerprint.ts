import { hash as digest } from 'node:crypto'

/** Where in a body the two values are that no other snapshot has, and what all that is beside them comes to. */
export type Mark = {
  id: number
  time: number
  timeLength: number
  length: number
  /** SHA-256 of all bytes but those two values. */
  rest: string
}

export const idLength = 36

/**
 * What is larger is not remembered: to hash it here would keep all others waiting for milliseconds, and few agents see so
 * much that it would pay. It is read in a thread, each time.
 */
export const markedBytesMax = 2 * 1024 * 1024

/** Undefined where it is not certain which bytes the id and the time are; `json` is the body, parsed. */
export function markOf(raw: Buffer, json: unknown): Mark | undefined {
  if (raw.length > markedBytesMax) return undefined
  const { id, observedAt } = json as Record<'id' | 'observedAt', string>
  const [idAt, timeAt] = [placeOf(raw, 'id', id), placeOf(raw, 'observedAt', observedAt)]
  if (idAt === undefined || timeAt === undefined) return undefined
  const places = { id: idAt, time: timeAt, timeLength: observedAt.length, length: raw.length }
  return { ...places, rest: restOf(raw, places) }
}

/** Whether another body is the same but for those two values, byte by byte. */
export const isMarked = (raw: Buffer, mark: Mark): boolean =>
  raw.length === mark.length && restOf(raw, mark) === mark.rest

/** The two values, in their order. */
export function valuesIn(raw: Buffer, { id, time, timeLength }: Mark): { at: number; bytes: Buffer }[] {
  const values = [
    { at: id, bytes: raw.subarray(id, id + idLength) },
    { at: time, bytes: raw.subarray(time, time + timeLength) },
  ]
  return id < time ? values : values.reverse()
}

/** Where the value of a property is that is nowhere else. Neither has a character that JSON would write otherwise. */
function placeOf(raw: Buffer, name: string, value: string): number | undefined {
  const property = `"${name}":"${value}"`
  const place = raw.indexOf(property, 0, 'latin1')
  if (place < 0 || raw.indexOf(property, place + 1, 'latin1') >= 0) return undefined
  return place + property.length - value.length - 1
}

function restOf(raw: Buffer, { id, time, timeLength }: Omit<Mark, 'rest'>): string {
  const parts = id < time ? [id, idLength, time, timeLength] : [time, timeLength, id, idLength]
  const [first = 0, firstLength = 0, second = 0, secondLength = 0] = parts
  const rest = Buffer.allocUnsafe(raw.length - idLength - timeLength)
  let end = raw.copy(rest, 0, 0, first)
  end += raw.copy(rest, end, first + firstLength, second)
  raw.copy(rest, end, second + secondLength)
  return digest('sha256', rest, 'base64')
}
