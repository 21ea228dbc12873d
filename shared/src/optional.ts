type Optional<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes undefined values, so that a missing value is a missing key: `{ id, ...optional({ name }) }`. */
export function optional<T extends object>(values: T): Optional<T> {
  const set: Partial<T> = {}
  for (const key of Object.keys(values) as (keyof T)[]) {
    if (values[key] !== undefined) set[key] = values[key]
  }
  return set as Optional<T>
}
