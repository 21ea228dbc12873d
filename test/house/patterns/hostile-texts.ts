const runs = [...' \t\naA0.-,/"\\<;', 'a ', 'A0 ', '0.', 'A-', 'a,', ' .']

/** What no pattern ends with, so that all it has matched is tried in every other way. */
const misfit = '\u0001'

/** Texts for a pattern to try again and again on: runs of its own words and of others, alone and behind its words. */
export function hostileTexts(source: string, length: number): string[] {
  const words = wordsOf(source)
  const filled = (start: string, run: string) =>
    start + run.repeat(Math.ceil((length - start.length) / run.length)) + misfit
  return [...words, ...runs].flatMap((run) => ['', ...words].map((start) => filled(start, run)))
}

/** What a pattern has to find as it stands, all of it included. */
function wordsOf(source: string): string[] {
  const parts = source
    .replace(/\[(?:\\.|[^\]\\])*\]|\(\?(?:<\w+>|<?[:=!])|\{[\d,]+\}|\\[bBdDwWsSpP]/g, '\0')
    .replace(/\\(.)/g, '$1')
    .split(/[\0()|?*+^$]+/)
  const words = [...new Set(parts.filter((word) => word.length > 1))]
  return words.length > 1 ? [...words, words.join('')] : words
}
