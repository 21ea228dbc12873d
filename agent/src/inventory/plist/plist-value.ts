/** A value of a property list (plist(5)). */
export type PlistValue =
  | null
  | boolean
  | number
  | string
  | Date
  | Buffer
  | readonly PlistValue[]
  | { readonly [name: string]: PlistValue }

/** The bytes are no property list, or exceed the limits of the parser. */
export class BrokenPlistError extends Error {
  constructor(reason: string) {
    super(`not a property list: ${reason}`)
    this.name = 'BrokenPlistError'
  }
}

export const plistDepthMax = 32
/** A value that is referenced twice counts twice, so a small file cannot grow into a large result. */
export const plistValuesMax = 100_000
