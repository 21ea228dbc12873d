/** Characters of the longest text that an observation takes. The collector cuts some fields further. */
const textCharsMax = 512

/** Copied: a slice would keep the whole text in memory. */
export const boundText = (text: string, charsMax = textCharsMax): string =>
  text.length <= charsMax ? text : Buffer.from(text.slice(0, charsMax).toWellFormed()).toString()

/** Returns the data with every text cut at the limit; the data itself if no text is longer. */
export function boundTexts<T>(value: T): T {
  return bounded(value) as T
}

function bounded(value: unknown): unknown {
  if (typeof value === 'string') return boundText(value)
  if (Array.isArray(value)) {
    const items = value.map(bounded)
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([name, field]) => [name, field, bounded(field)] as const)
  return entries.some(([, field, cut]) => field !== cut)
    ? Object.fromEntries(entries.map(([name, , cut]) => [name, cut]))
    : value
}
