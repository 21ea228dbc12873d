/** A limit as a call finds it. */
export type Limit = {
  name: 'quota' | 'second' | 'minute'
  /** Calls it allows in its window. */
  max: number
  /** Calls of the window so far, this one included. */
  used: number
  windowSeconds: number
  /** Until the window ends; not always whole. */
  resetSeconds: number
}
