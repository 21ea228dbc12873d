/** Characters of the longest text that an observation takes. The collector cuts some fields further. */
const textCharsMax = 512

/** Copied: a slice would keep the whole text in memory. */
export const boundText = (text: string, charsMax = textCharsMax): string =>
  text.length <= charsMax ? text : Buffer.from(text.slice(0, charsMax).toWellFormed()).toString()

/** Returns the data with every text cut at the limit; the data itself if no text is longer. */
export const boundTexts = <T>(value: T): T => (isBounded(value) ? value : (bounded(value) as T))

/** Creates nothing: nearly all data is bounded. */
function isBounded(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= textCharsMax
  if (Array.isArray(value)) return value.every(isBounded)
  return !isPlain(value) || Object.values(value).every(isBounded)
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

function bounded(value: unknown): unknown {
  if (typeof value === 'string') return boundText(value)
  if (Array.isArray(value)) return value.map(bounded)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, bounded(field)]))
}
