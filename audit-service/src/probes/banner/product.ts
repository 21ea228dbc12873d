/** Longer than any name of software. */
const textMax = 256

/**
 * Parses name and version of a software's identification: `Apache/2.4.57 (Debian)`, `OpenSSH_9.2p1`, `vsFTPd 3.0.3`.
 * Returns the first of several products.
 */
export function productOf(text: string): { product?: string; version?: string } {
  const [first = ''] = text
    .slice(0, textMax)
    .trim()
    .split(/[;,()]/)
  const [, name, version] = /^([A-Za-z][^/]*?)(?: version)?[/_ -]v?([A-Z]?\d[\w.-]*)/i.exec(first) ?? []
  if (name !== undefined && version !== undefined) return { product: name, version }
  const [, product] = /^([A-Za-z][^/]*)/.exec(first) ?? []
  return product === undefined ? {} : { product: product.trim() }
}
