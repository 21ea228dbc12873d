/** A limit and its use at the time of a call. */
export type Limit = {
  name: 'quota' | 'second' | 'minute'
  /** Calls allowed in the window. */
  max: number
  /** Calls in the window so far, including this one. */
  used: number
  windowSeconds: number
  /** Seconds to the end of the window; not always whole. */
  resetSeconds: number
}
