import { z } from 'zod'
import { isOneLine, oneLineFault } from './visible-text.ts'

/** One trimmed line that a person enters: a name, a reason, an account. */
export const lineSchema = (charsMax: number) =>
  z.string().refine(isOneLine, oneLineFault).trim().max(charsMax, `at most ${charsMax} characters`)

/** A name that a person enters: 1 to 200 characters. */
export const nameSchema = lineSchema(200).min(1, 'must not be empty')
