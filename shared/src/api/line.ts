import { z } from 'zod'

/** Characters that break a line, show nothing, or change the order in which the text around them is shown. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** VARIATION SELECTOR-16 behind a pictograph: it asks for the colourful form. */
const emojiSelector = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** Whether a text is one line that shows all of its characters, in the order in which they stand. */
export const isOneLine = (text: string): boolean => !hidden.test(text.replace(emojiSelector, ''))

/** Whether a text of one or more lines shows all of its characters, in the order in which they stand. */
export const isVisible = (text: string): boolean => isOneLine(text.replace(/\r\n|[\n\t]/g, ''))

export const visibleFault = 'must not hold control characters, invisible or text-direction characters'

export const oneLineFault = 'must be one line without tabs, control characters, invisible or text-direction characters'

/** One line that a person writes, trimmed: a name, a reason, an account. */
export const lineSchema = (charsMax: number) =>
  z.string().refine(isOneLine, oneLineFault).trim().max(charsMax, `at most ${charsMax} characters`)

/** A name that a person gives: 1 to 200 characters. */
export const nameSchema = lineSchema(200).min(1, 'must not be empty')
