/** Returns the form fields whose values differ from those with which it was opened. */
export function changesOf<V extends Record<string, unknown>>(before: V, after: V): Partial<V> {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(value, before[key]))
  return Object.fromEntries(changed) as Partial<V>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** In the order of the input, followed by what somebody else has added. */
const mergeTexts = (opened: readonly string[], input: readonly string[], stored: readonly string[]): string[] => [
  ...input.filter((each) => stored.includes(each) || !opened.includes(each)),
  ...stored.filter((each) => !opened.includes(each) && !input.includes(each)),
]

/**
 * Returns newly stored values with the input of the user: fields that still have the values with which the form was
 * opened become the stored ones. The fields of an object are merged one by one, and so are the texts of a list: what
 * somebody else removed stays removed. Another list is one value.
 */
export function withInput<T>(opened: T, input: T, stored: T): T {
  if (!isObject(opened) || !isObject(input) || !isObject(stored)) {
    if (isSame(input, opened)) return stored
    return isSame(stored, opened) || !isTexts(opened) || !isTexts(input) || !isTexts(stored)
      ? input
      : (mergeTexts(opened, input, stored) as T)
  }
  const names = Object.keys({ ...stored, ...input })
  return Object.fromEntries(names.map((name) => [name, withInput(opened[name], input[name], stored[name])])) as T
}
