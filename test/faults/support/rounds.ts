import type { TestOptions } from 'vitest'
import { isLongForm } from '../../harness/long-form.ts'

/** Set by `npm run test:faults -- --rounds N`; without it the tests run in their short form. */
export const roundsVariable = 'ROLLCALL_FAULT_ROUNDS'
/** Set by `--seed N`: another seed cuts at other moments. */
export const seedVariable = 'ROLLCALL_FAULT_SEED'

const requestedRounds = Number(process.env[roundsVariable] ?? 1)

/**
 * Returns the number of repetitions of a case: `short` in `npm test`, `share` of the requested number in the long form.
 */
export const roundsOf = ({ short, share = 1 }: { short: number; share?: number }): number =>
  isLongForm ? Math.ceil(requestedRounds * share) : short

export const seed = Number(process.env[seedVariable] ?? 1)

/** A guard against a round that hangs; a round takes a fraction of it. */
export const guardOf = (rounds: number, perRoundMs: number): TestOptions => ({ timeout: rounds * perRoundMs + 120_000 })
