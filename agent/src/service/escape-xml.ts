import { OperatorError } from '@rollcall/shared/errors.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes text for an element of XML 1.0. Throws OperatorError for a control character, which XML cannot hold. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones.
  if (/[\0-\x1f]/.test(text))
    throw new OperatorError(`XML cannot hold the control character in ${JSON.stringify(text)}`)
  return text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
}
