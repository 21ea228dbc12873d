type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what is undefined, so that an absent value is an absent key. Each row of each table passes through it. */
export function present<T extends object>(value: T): Present<T> {
  const kept: Partial<T> = {}
  for (const key of Object.keys(value) as (keyof T)[]) {
    if (value[key] !== undefined) kept[key] = value[key]
  }
  return kept as Present<T>
}
