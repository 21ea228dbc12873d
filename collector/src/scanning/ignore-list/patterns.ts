import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { canonicalUuid } from '../../matching/canonical-values.ts'

const wildcards = /[*?]/

/** Converts a pattern to the form in which it is compared; undefined for a pattern that nothing could match. */
export function patternKeyOf(kind: IgnoreKind, pattern: string): string | undefined {
  const key = comparable(kind, pattern)
  // A pattern of wildcards alone would match every device of the site.
  if (!/[^*?]/.test(key)) return undefined
  return fits(kind, key) ? key.replace(/\*+/g, '*') : undefined
}

/** Normalizes a value: MACs and UUIDs without separators, addresses in canonical form, all in lower case. */
export function comparable(kind: IgnoreKind, text: string): string {
  const lower = text.trim().toLowerCase()
  if (kind === 'mac') return lower.replace(/[:.\s-]/g, '')
  if (kind === 'uuid') return bareUuid(canonicalUuid(lower) ?? lower)
  return (kind === 'ip' ? normaliseIp(lower) : undefined) ?? lower
}

/**
 * Removes separators from a UUID, in the reported byte order. A part of a UUID is compared with both byte orders, since
 * neither is the right one.
 */
export const bareUuid = (text: string): string => text.toLowerCase().replace(/[{}\s-]/g, '')

function fits(kind: IgnoreKind, key: string): boolean {
  const isWhole = !wildcards.test(key)
  switch (kind) {
    case 'mac':
      return /^[0-9a-f*?]+$/.test(key) && (!isWhole || key.length === 12)
    case 'uuid':
      return /^[0-9a-f*?]+$/.test(key) && (!isWhole || key.length === 32)
    case 'ip':
      return isWhole ? normaliseIp(key) !== undefined : /^[0-9a-f:.*?]+$/.test(key)
    default:
      return true
  }
}

/**
 * Reports whether the whole text matches the pattern. On a mismatch it backtracks to the last `*` only, so the time is
 * bounded by the product of the two lengths for any input.
 */
export function matchesGlob(pattern: string, text: ArrayLike<string>): boolean {
  let at = 0
  let next = 0
  let star = -1
  let afterStar = 0
  while (next < text.length) {
    if (pattern[at] === '*') {
      star = at
      afterStar = next
      at += 1
    } else if (pattern[at] === '?' || pattern[at] === text[next]) {
      at += 1
      next += 1
    } else if (star >= 0) {
      afterStar += 1
      at = star + 1
      next = afterStar
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** Finds the first of many patterns that a text matches. */
type PatternSet = { find(text: string): string | undefined }

/**
 * Compiles patterns. Exact values are looked up in a map, and patterns by their text before the first wildcard: only
 * patterns that begin with a wildcard are tried on every text.
 */
export function compilePatterns(patterns: readonly string[]): PatternSet {
  const whole = new Set(patterns.filter((pattern) => !wildcards.test(pattern)))
  const globs = Map.groupBy(
    patterns.filter((pattern) => wildcards.test(pattern)),
    (pattern) => pattern.slice(0, pattern.search(wildcards)),
  )
  const lengths = [...new Set([...globs.keys()].map(({ length }) => length))]
  return {
    find(text) {
      if (whole.has(text)) return text
      for (const length of lengths) {
        const found = globs.get(text.slice(0, length))?.find((pattern) => matchesGlob(pattern, text))
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}
