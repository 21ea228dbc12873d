/** Returns the form fields whose values differ from those with which it was opened. */
export function changesOf<V extends Record<string, unknown>>(before: V, after: V): Partial<V> {
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed) as Partial<V>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns newly stored values with the input of the user: fields that still have the values with which the form was
 * opened become the stored ones. The fields of an object are merged one by one; a list is one value.
 */
export function withInput<T>(opened: T, input: T, stored: T): T {
  if (!isObject(opened) || !isObject(input) || !isObject(stored)) {
    return JSON.stringify(input) === JSON.stringify(opened) ? stored : input
  }
  const names = Object.keys({ ...stored, ...input })
  return Object.fromEntries(names.map((name) => [name, withInput(opened[name], input[name], stored[name])])) as T
}
