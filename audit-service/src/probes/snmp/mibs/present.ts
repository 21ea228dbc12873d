type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes undefined values, so that a missing value is a missing key. Called for each row of each table. */
export function present<T extends object>(value: T): Present<T> {
  const kept: Partial<T> = {}
  for (const key of Object.keys(value) as (keyof T)[]) {
    if (value[key] !== undefined) kept[key] = value[key]
  }
  return kept as Present<T>
}
