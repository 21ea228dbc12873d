import type { TestContext } from 'vitest'

/** Result of a fault test: one row of the table that `npm run test:faults` prints. */
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

const head = ['Fault', 'Rounds', 'Accepted', 'Lost', 'Duplicated', 'Recovery, median', 'Recovery, slowest', 'Measured']
const lineOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`

/**
 * The figures as a table in Markdown. Rows of `earlier`, such a table, stay where a fault was not measured again.
 */
export function faultTable(figures: readonly FaultFigures[], measuredOn: string, earlier = ''): string {
  const before = earlier.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith(`| ${head[0]} |`))
  const rows = new Map(before.filter((line) => !line.startsWith('| --- |')).map((line) => [faultOf(line), `${line}\n`]))
  for (const { fault, rounds, accepted, lost, doubled, recoveriesMs } of figures) {
    const recoveries =
      recoveriesMs.length === 0 ? ['', ''] : [median(recoveriesMs), Math.max(...recoveriesMs)].map(seconds)
    rows.set(fault, lineOf([fault, rounds, accepted, lost, doubled, ...recoveries, measuredOn]))
  }
  return [lineOf(head), lineOf(head.map(() => '---')), ...rows.values()].join('')
}

const faultOf = (line: string) => line.split(' | ')[0]?.replace(/^\| /, '') ?? ''
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
