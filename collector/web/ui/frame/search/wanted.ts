export type Wanted = {
  /** What is to be done, where the text begins with it: `scan plant`. */
  verb: 'scan' | 'audit' | undefined
  /** What is looked for. */
  text: string
}

/** What somebody means who types this into the search of everything. */
export function readWanted(typed: string): Wanted {
  const [, verb, rest] = /^(scan|audit)\s+(.*)$/is.exec(typed.trim()) ?? []
  if (verb === undefined || rest === undefined) return { verb: undefined, text: typed.trim() }
  return { verb: verb.toLowerCase() as 'scan' | 'audit', text: rest.trim() }
}

/** Whether each word that was typed is somewhere in these words, in any order and case. */
export function fits(typed: string, ...words: (string | undefined)[]): boolean {
  const all = words.join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
