/** Lines without their ends; the empty last one is dropped. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

/** Order by code unit: the same on every machine and in every locale. */
export const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** A whole non-negative number in decimal; undefined for anything else. */
export function parseInteger(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined
}

/** A time in seconds since 1970 as RFC 3339; undefined for what is no time after 1970 and before 2100. */
export function timeOfSeconds(text: string | undefined): string | undefined {
  const seconds = Number(text)
  return text && seconds > 0 && seconds < 4_102_444_800 ? new Date(Math.floor(seconds) * 1000).toISOString() : undefined
}

/** Text or undefined: an empty value is no value. */
export const textOrNone = (text: string | undefined): string | undefined => text?.trim() || undefined
