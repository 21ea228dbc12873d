type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Leaves out what is undefined, so that an absent value is an absent key. */
export function present<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Present<T>
}
