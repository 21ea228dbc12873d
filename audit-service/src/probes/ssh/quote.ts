/**
 * Quotes a word of a POSIX shell command (XCU 2.2.2): within single quotes only the quote itself has a meaning. Throws
 * for U+0000, which no program argument can contain.
 */
export function quote(word: string): string {
  if (word.includes('\0')) throw new RangeError('an argument cannot hold U+0000')
  return `'${word.replaceAll("'", "'\\''")}'`
}
