const runs = [...' \t\naA0.-,/"\\<;', 'a ', 'A0 ', '0.', 'a-', 'A-', '0-', 'a,', ' .', 'a 0 ']

/** Character with which no pattern ends, so that the matcher tries every alternative. */
const misfit = '\u0001'

/** Texts for a pattern to try again and again on: runs of its own words and of others, alone and behind its words. */
export function hostileTexts(source: string, length: number): string[] {
  const words = wordsOf(source)
  const filled = (start: string, run: string) =>
    start + run.repeat(Math.ceil((length - start.length) / run.length)) + misfit
  return [...words, ...runs].flatMap((run) => ['', ...words].map((start) => filled(start, run)))
}

/** Lists the literal texts that a pattern must find. */
function wordsOf(source: string): string[] {
  const parts = source
    .replace(/\[(?:\\.|[^\]\\])*\]|\(\?(?:<\w+>|<?[:=!])|\{[\d,]+\}|\\[bBdDwWsSpP]/g, '\0')
    .replace(/\\(.)/g, '$1')
    .split(/[\0()|?*+^$]+/)
  const words = parts.filter((word) => word.length > 1)
  // Behind its first two words, one of which may be a single character, a pattern reads on: `ExecStart=`.
  const [first = '', second = ''] = parts.filter((word) => word !== '')
  const together = [words.join(''), first + second].filter((word) => word.length > 1)
  return [...new Set([...words, ...together])]
}
