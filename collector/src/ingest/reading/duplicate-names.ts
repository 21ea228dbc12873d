import { invalidField } from '@rollcall/shared/errors.ts'

/**
 * An object or array that is not closed yet. `names` are the names of an object so far; `at` is the current position in
 * it.
 */
type Open = { names: Set<string> | undefined; at: string | number }

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/**
 * Refuses valid JSON text with a doubtful name. A duplicate name is doubtful, since other parsers would take the first
 * value where we take the last (RFC 7493, I-JSON). So is `__proto__`, which schemas of records drop silently.
 */
export function refuseDoubtfulNames(text: string): void {
  const open: Open[] = []
  let isName = false
  for (const [each] of text.matchAll(token)) {
    const inside = open.at(-1)
    if (each === '{' || each === '[') {
      open.push(each === '{' ? { names: new Set(), at: '' } : { names: undefined, at: 0 })
      isName = each === '{'
    } else if (each === '}' || each === ']') {
      open.pop()
      isName = false
    } else if (each === ',') {
      if (typeof inside?.at === 'number') inside.at += 1
      isName = inside?.names !== undefined
    } else if (each === ':') {
      isName = false
    } else if (isName && inside?.names) {
      inside.at = JSON.parse(each) as string
      if (inside.names.has(inside.at)) throw invalidField(pointerOf(open), 'is set twice')
      if (inside.at === '__proto__') throw invalidField(pointerOf(open), 'is not a valid field name')
      inside.names.add(inside.at)
    }
  }
}

/** JSON pointer (RFC 6901). */
const pointerOf = (open: readonly Open[]): string =>
  open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
