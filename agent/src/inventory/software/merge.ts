import { byText } from '../text.ts'
import type { Package, SoftwarePart } from './part.ts'

/** All packages in one order: by name, version, architecture and source. What is listed twice in all of them is one. */
export function mergeSoftware(parts: readonly SoftwarePart[]): Package[] {
  const byKey = new Map(parts.flat().map((item) => [sortKey(item), item]))
  return [...byKey].sort(([left], [right]) => byText(left, right)).map(([, item]) => item)
}

/** NUL sorts before everything a name holds. */
const sortKey = ({ name, version, architecture, source }: Package): string =>
  [name, version, architecture, source].map((value) => value ?? '').join('\0')
