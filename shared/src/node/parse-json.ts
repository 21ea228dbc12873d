/** Parses foreign JSON; undefined if it is none. The parser's message would quote the text, so it is not used. */
export function parseJson(text: string | Buffer | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text.toString())
  } catch {
    return undefined
  }
}
