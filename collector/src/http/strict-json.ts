import { DomainError, invalidField } from '@rollcall/shared/errors.ts'

/** Nothing that is taken is deeper; what is would cost the stack of whoever walks it. */
const depthMax = 64

/** An object or array that is not closed yet; `names` are those an object has so far, `at` where in it the text is. */
type Open = { names: Set<string> | undefined; at: string | number }

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gs

/**
 * Refuses a JSON text, known to be one, that is in doubt or a burden: a name that one object has twice, of which others
 * would take the first where we take the last (RFC 7493, I-JSON), and what is nested too deep.
 */
export function refuseDoubtfulJson(text: string): void {
  const open: Open[] = []
  let isName = false
  for (const [each] of text.matchAll(token)) {
    const inside = open.at(-1)
    if (each === '{' || each === '[') {
      if (open.length === depthMax) {
        throw new DomainError('malformed_json', `The body is nested more than ${depthMax} levels deep.`)
      }
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
      if (inside.names.has(inside.at)) throw invalidField(pointerOf(open), 'is there twice')
      inside.names.add(inside.at)
    }
  }
}

/** JSON pointer (RFC 6901). */
const pointerOf = (open: readonly Open[]): string =>
  open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
