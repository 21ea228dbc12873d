import { readdirSync, statSync } from 'node:fs'
import { codeOf } from '@rollcall/shared/errors.ts'

/** Matches of one star. */
const matchesMax = 256

/**
 * Returns a text that changes when a file or folder at one of the patterns is written, replaced, created or removed.
 * Asking every few seconds costs less than a millisecond and needs no watch that a renamed folder would end.
 */
export function stateOfFiles(patterns: readonly string[]): string {
  return patterns.flatMap(expand).map(stateOf).join('\n')
}

function stateOf(path: string): string {
  const status = asked(() => statSync(path, { throwIfNoEntry: false }))
  if (status === undefined || typeof status === 'string') return `${path} ${status ?? 'absent'}`
  return `${path} ${status.dev} ${status.ino} ${status.size} ${status.mtimeMs} ${status.ctimeMs}`
}

/** Returns the paths that a pattern matches. A star matches any characters within one segment. */
function expand(pattern: string): string[] {
  const star = pattern.indexOf('*')
  if (star < 0) return [pattern]
  const start = pattern.lastIndexOf('/', star)
  const end = pattern.indexOf('/', star)
  const [segment, rest] = end < 0 ? [pattern.slice(start + 1), ''] : [pattern.slice(start + 1, end), pattern.slice(end)]
  const [before = '', after = ''] = segment.split('*')
  const folder = pattern.slice(0, start)
  const listed = asked(() => readdirSync(folder))
  if (typeof listed === 'string') return []
  const names = listed.filter((name) => name.startsWith(before) && name.endsWith(after)).sort()
  return names.slice(0, matchesMax).flatMap((name) => expand(`${folder}/${name}${rest}`))
}

/** Returns the code of the error if the system refuses to answer. */
function asked<T>(ask: () => T): T | string {
  try {
    return ask()
  } catch (error) {
    const code = codeOf(error)
    if (typeof code === 'string') return code
    throw error
  }
}
