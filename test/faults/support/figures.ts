import type { TestContext } from 'vitest'

/** What a fault test found, one row of the table that `npm run test:faults` prints. */
export type FaultFigures = {
  /** The fault and when it comes. */
  fault: string
  rounds: number
  /** Things the product had accepted. */
  accepted: number
  /** Accepted things that the store does not have afterwards. */
  lost: number
  /** Accepted things that the store has more than once. */
  doubled: number
  /** From the fault, or from the start after it, until all of it works again. */
  recoveriesMs: number[]
}

declare module 'vitest' {
  interface TaskMeta {
    faultFigures?: FaultFigures
  }
}

/** Leaves the figures with the test, for the table, whether or not the test passes. */
export function recordFigures({ task }: TestContext, figures: FaultFigures): void {
  task.meta.faultFigures = figures
}

/** The figures as a table in Markdown. */
export function faultTable(figures: readonly FaultFigures[]): string {
  const rows = figures.map(({ fault, rounds, accepted, lost, doubled, recoveriesMs }) => [
    fault,
    rounds,
    accepted,
    lost,
    doubled,
    recoveriesMs.length === 0 ? '' : seconds(median(recoveriesMs)),
    recoveriesMs.length === 0 ? '' : seconds(Math.max(...recoveriesMs)),
  ])
  const head = ['Fault', 'Rounds', 'Accepted', 'Lost', 'Doubled', 'Recovery, median', 'Recovery, slowest']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
