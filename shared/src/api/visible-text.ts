/** Characters that break a line, are invisible, or change the display order of the text around them. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** VARIATION SELECTOR-16 after a pictograph, which selects its colored form. */
const emojiSelector = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** Returns true if the text is one line, all characters are visible, and they are displayed in their stored order. */
export const isOneLine = (text: string): boolean => !hidden.test(text.replace(emojiSelector, ''))

/**
 * Returns true if the text has one or more lines, all characters are visible, and they are displayed in their stored
 * order.
 */
export const isVisible = (text: string): boolean => isOneLine(text.replace(/\r\n|[\n\t]/g, ''))

export const visibleFault = 'must not hold control characters, invisible or text-direction characters'

export const oneLineFault = 'must be one line without tabs, control characters, invisible or text-direction characters'
