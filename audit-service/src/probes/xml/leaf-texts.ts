/** Elements of one document; further ones are ignored. */
const elementsMax = 512

/**
 * Returns the texts of the elements without children, by name without its prefix; of several elements the first. Only
 * the five entities of XML and character references are replaced: declared entities and documents elsewhere are never
 * read, so a document cannot grow.
 */
export function leafTexts(xml: string): Map<string, string> {
  const texts = new Map<string, string>()
  let count = 0
  for (const [, name = '', text = ''] of xml.matchAll(leaf)) {
    if (++count > elementsMax) break
    const value = plain(text).trim()
    if (value !== '' && !texts.has(name)) texts.set(name, value)
  }
  return texts
}

/** Every part is bounded and ends at the next bracket, so the time is linear in the length of the document. */
const leaf = /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})(?:\s[^<>]{0,512})?>([^<]{1,1024})<\//g

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const codePointMax = 0x10ffff

const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= codePointMax ? String.fromCodePoint(code) : whole
  })
