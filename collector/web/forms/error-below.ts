/** The API's words on a field, or on the first of the values that it is a list of. */
export function errorBelow<E>(errors: Readonly<Record<string, E>>, field: string): E | undefined {
  const path = Object.keys(errors).find((each) => each === field || each.startsWith(`${field}.`))
  return path === undefined ? undefined : errors[path]
}
