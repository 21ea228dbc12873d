/** Set by the scripts of the long proofs, such as `npm run test:faults`. */
export const longFormVariable = 'ROLLCALL_LONG_TESTS'

/** False in `npm test`, which tries fewer cases of one kind, and no file below a folder `long`. */
export const isLongForm = process.env[longFormVariable] !== undefined

/** Returns all cases in the long form, and otherwise the first ones. */
export const casesOf = <T>(cases: readonly T[], short: number): readonly T[] =>
  isLongForm ? cases : cases.slice(0, short)
