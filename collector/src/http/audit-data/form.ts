import { invalidField } from '@rollcall/shared/errors.ts'
import { refuseBrokenParameters } from '../../ingest/reading/broken-text.ts'

const fieldsMax = 1_000
const indexMax = 999

type Node = Map<string, Node | string>

/**
 * Parses a form (application/x-www-form-urlencoded) with nested brackets: `sorting[column]=name`,
 * `filter[0][column]=name`, `columns[]=name`. An object with only whole numbers as keys becomes a list in their order.
 * An invalid key gives 400.
 */
export function parseForm(text: string): unknown {
  refuseBrokenParameters(text)
  const root: Node = new Map()
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1
    if (fields > fieldsMax) throw invalidField(name, `a form has at most ${fieldsMax} fields`)
    insert(root, keysOf(name), value, name)
  }
  return plain(root)
}

function keysOf(name: string): string[] {
  const parts = /^(\w{1,50})((?:\[\w{0,50}\]){0,4})$/.exec(name)
  if (!parts?.[1]) throw invalidField(name, 'is not a valid form field, such as sorting[column]')
  return [parts[1], ...[...(parts[2] ?? '').matchAll(/\[(\w*)\]/g)].map(([, key = '']) => key)]
}

function insert(root: Node, keys: readonly string[], value: string, name: string): void {
  let node = root
  keys.forEach((given, depth) => {
    // `columns[]` appends to the list.
    const key = given === '' ? String(node.size) : given
    const isLast = depth === keys.length - 1
    const there = node.get(key)
    if (isLast ? there !== undefined : typeof there === 'string') throw invalidField(name, 'must not be repeated')
    if (isLast) {
      node.set(key, value)
      return
    }
    const next: Node = there instanceof Map ? there : new Map()
    node.set(key, next)
    node = next
  })
}

/** Has no prototype, so that no key of a form has a special meaning. */
function plain(node: Node | string): unknown {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  if (keys.length > 0 && keys.every((key) => /^\d{1,3}$/.test(key) && Number(key) <= indexMax)) {
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => plain(node.get(key) ?? ''))
  }
  const object: Record<string, unknown> = Object.create(null)
  for (const [key, value] of node) object[key] = plain(value)
  return object
}
