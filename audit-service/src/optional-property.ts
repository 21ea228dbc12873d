/** A property to spread into an object, which is not there at all where it has no value. */
export const optionalProperty = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [key in K]?: V }
