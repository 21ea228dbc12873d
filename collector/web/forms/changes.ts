/** Returns the form fields whose values differ from those with which it was opened. */
export function changesOf<V extends Record<string, unknown>>(before: V, after: V): Partial<V> {
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]))
  return Object.fromEntries(changed) as Partial<V>
}
