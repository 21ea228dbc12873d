/** Returns the API's error of a field, or of the first list item below it. */
export function errorBelow<E>(errors: Readonly<Record<string, E>>, field: string): E | undefined {
  const path = Object.keys(errors).find((each) => each === field || each.startsWith(`${field}.`))
  return path === undefined ? undefined : errors[path]
}
