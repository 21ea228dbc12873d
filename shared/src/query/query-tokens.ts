/** A token with its place in the text. `text` of a string is its content without quotes and escapes. */
export type Token = { kind: TokenKind; text: string; start: number; end: number }

/** An `open-string` has no closing quote. `unknown` is a character that has no meaning. */
type TokenKind = 'word' | 'string' | 'open-string' | 'operator' | '(' | ')' | 'unknown' | 'end'

/** One token. Each alternative begins with characters that no other one has, so that reading takes linear time. */
const token = /\s+|([()])|([<>!]=|[<>=~])|"((?:[^"\\]|\\.)*)("?)|([^\s()"<>=~!]+)|(.)/gsu

/** Splits a query into tokens; the last one is `end`. Every text has tokens, also one that is no query. */
export function tokensOf(text: string): Token[] {
  const found: Token[] = []
  for (const match of text.matchAll(token)) {
    const [whole, bracket, operator, quoted, closing, word, other] = match
    const place = { start: match.index, end: match.index + whole.length }
    if (bracket) found.push({ kind: bracket as '(' | ')', text: bracket, ...place })
    else if (operator) found.push({ kind: 'operator', text: operator, ...place })
    else if (quoted !== undefined)
      found.push({ kind: closing ? 'string' : 'open-string', text: quoted.replace(/\\(.)/gsu, '$1'), ...place })
    else if (word) found.push({ kind: 'word', text: word, ...place })
    else if (other) found.push({ kind: 'unknown', text: other, ...place })
  }
  return [...found, { kind: 'end', text: '', start: text.length, end: text.length }]
}

const keywords = ['and', 'or', 'not', 'has', 'lacks', 'in'] as const
type Keyword = (typeof keywords)[number]

/** Returns the keyword that the token is, in any case of letters. */
export const keywordOf = ({ kind, text }: Token): Keyword | undefined =>
  kind === 'word' ? keywords.find((keyword) => keyword === text.toLowerCase()) : undefined

/** Writes a text so that it is read back as one value. */
export const quoted = (text: string): string =>
  /^[^\s()"<>=~!]+$/u.test(text) && !keywords.some((keyword) => keyword === text.toLowerCase()) ? text : inQuotes(text)

export const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
