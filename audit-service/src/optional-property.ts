/** Returns an object to spread: with the property, or empty if it has no value. */
export const optionalProperty = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: V }
