import type { Package, SoftwarePart } from '../parts.ts'
import { byText } from '../text.ts'

/** Sorts all packages by name, version, architecture and source, and removes duplicates. */
export function mergeSoftware(parts: readonly SoftwarePart[]): Package[] {
  const byKey = new Map(parts.flat().map((item) => [sortKey(item), item]))
  return [...byKey].sort(([left], [right]) => byText(left, right)).map(([, item]) => inOrder(item))
}

/** Fields in the order of the dictionary that software lists are compressed with. */
const inOrder = ({ name, version, publisher, architecture, source, installDate, sizeBytes }: Package): Package => ({
  name,
  version,
  publisher,
  architecture,
  source,
  installDate,
  sizeBytes,
})

/** Sort key; NUL sorts before every character of a name. */
const sortKey = ({ name, version, architecture, source }: Package): string =>
  [name, version, architecture, source].map((value) => value ?? '').join('\0')
