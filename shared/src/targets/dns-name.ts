const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i

/**
 * Returns the reason a text is no DNS name (RFC 1123, section 2.1, with the underscore of Windows names); undefined if
 * it is one. A numeric last label is refused: resolvers turn `0x7f000001` or `1.2` into addresses.
 */
export function nameError(text: string): string | undefined {
  const labels = text.replace(/\.$/, '').split('.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: anything outside ASCII is what is looked for
  if (/[^\u0000-\u007f]/.test(text)) return 'is not plain ASCII; write an international name in its xn-- form'
  if (text.length > 253 || !labels.every((part) => label.test(part))) return 'is neither an address nor a DNS name'
  if (/^(?:\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? ''))
    return 'is neither an address nor a DNS name: it ends in a number'
  return undefined
}
