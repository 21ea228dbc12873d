/**
 * Characters that change a terminal or the order of a line instead of being shown: control characters of both sets
 * (U+009B begins an escape sequence too) and format characters, such as those that turn the direction of writing.
 */
const unprintable = /[^\P{C}\n\t]/gu

/** Replaces characters that must never reach a terminal in a text of several lines. */
export const printable = (text: string): string => text.replace(unprintable, ' ')

/** JSON escapes the control characters below U+0020 only. */
const unprintableInJson = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu

/** Escapes characters of JSON that must never reach a terminal. It stays the same JSON. */
export const printableJson = (json: string): string =>
  json.replace(unprintableInJson, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )
