export type Wanted = {
  /** The action, if the text begins with one: `scan plant`. */
  verb: 'scan' | 'audit' | undefined
  /** The text to search. */
  text: string
}

/** Parses text typed into the global search. */
export function readWanted(typed: string): Wanted {
  const [, verb, rest] = /^(scan|audit)\s+(.*)$/is.exec(typed.trim()) ?? []
  if (verb === undefined || rest === undefined) return { verb: undefined, text: typed.trim() }
  return { verb: verb.toLowerCase() as 'scan' | 'audit', text: rest.trim() }
}

/** Returns whether each typed word is part of the given texts, in any order and case. */
export function fits(typed: string, ...words: (string | undefined)[]): boolean {
  const all = words.join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
