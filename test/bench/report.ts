/** One line of a table: what was measured, ours, the peer's or the limit, and their ratio pair by pair. */
export type Row = { work: string; ours: string; against: string; ratio: string; target: string }

export type Report = {
  title: string
  method: string
  /** Columns of the table, if they differ from the default. */
  columns?: string[]
  rows: Row[]
}

export type Spread = { min: number; median: number; max: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return { min: sorted[0] ?? 0, median, max: sorted.at(-1) ?? 0 }
}

/** `median (min to max) unit`. */
export function show(values: readonly number[], unit: string, digits = 2): string {
  const { min, median, max } = spreadOf(values)
  const [low, middle, high] = [min, median, max].map((value) => value.toFixed(digits))
  return `${middle} (${low} to ${high})${unit && ` ${unit}`}`
}

/** Ratios of pairs measured one after the other, so that they hold when the machine's speed drifts. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((value, i) => value / (theirs[i] ?? Number.NaN))

const usual = ['Work', 'Rollcall', 'Against', 'Ratio', 'Target']

export function markdown({ title, method, columns: head = usual, rows }: Report): string {
  const cells = rows.map((row) => [row.work, row.ours, row.against, row.ratio, row.target])
  const line = (row: string[]) => `| ${row.join(' | ')} |`
  return [`## ${title}`, '', method, '', line(head), line(head.map(() => '---')), ...cells.map(line), ''].join('\n')
}
