/**
 * A word of a POSIX shell's command (XCU 2.2.2): within single quotes nothing has a meaning but the quote itself.
 * Throws for U+0000, which no argument of a program can hold.
 */
export function quote(word: string): string {
  if (word.includes('\0')) throw new RangeError('an argument cannot hold U+0000')
  return `'${word.replaceAll("'", "'\\''")}'`
}
