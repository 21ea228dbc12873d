/** Part of a bench that is run: some seconds of it, some minutes, or all sizes. */
export type Effort = 'quick' | 'usual' | 'full'

export type Cell = string | Figure

/** One line of a table: what was measured, ours, the peer's or the limit, and their ratio pair by pair. */
export type Row = {
  work: string
  ours: Cell
  against: Cell
  ratio: Cell
  target: string
  /** Set where a larger ratio is the better one, as with rates. */
  higherIsBetter?: true
}

/** Row that is measured alone, unless a peer is named. */
export const row = (work: string, ours: Cell, target = '', against: Cell = '', ratio: Cell = ''): Row => ({
  work,
  ours,
  against,
  ratio,
  target,
})

export type Report = {
  title: string
  method: string
  /** Columns of the table, if they differ from the default. */
  columns?: string[]
  rows: Row[]
  /** Growth of the rows' work with a size, drawn as a chart. */
  curves?: Curve[]
}

export type Curve = { work: string; points: Point[] }
type Point = { size: number; value: number }

/** Fits `value = c * size ** k` by least squares of the logarithms, and returns `k`. */
export function exponentOf(points: readonly Point[]): number {
  const [x, y] = [points.map(({ size }) => Math.log(size)), points.map(({ value }) => Math.log(value))]
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(x), mean(y)]
  const sum = (of: (index: number) => number) => x.reduce((total, _, index) => total + of(index), 0)
  const at = (values: readonly number[], index: number) => values[index] ?? Number.NaN
  return sum((index) => (at(x, index) - meanX) * (at(y, index) - meanY)) / sum((index) => (at(x, index) - meanX) ** 2)
}

export type Spread = { min: number; median: number; max: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return { min: sorted[0] ?? 0, median, max: sorted.at(-1) ?? 0 }
}

/** Values of one measurement, in the order of its runs. */
export class Figure {
  readonly values: readonly number[]
  readonly unit: string
  readonly #digits: number

  constructor(values: readonly number[], unit: string, digits: number) {
    this.values = values
    this.unit = unit
    this.#digits = digits
  }

  /** Values with four digits, as they are stored. */
  toJSON(): { values: number[]; unit: string } {
    return { values: this.values.map((value) => Number(value.toPrecision(4))), unit: this.unit }
  }

  /** `median (min to max) unit`. */
  toString(): string {
    const { min, median, max } = spreadOf(this.values)
    const [low, middle, high] = [min, median, max].map((value) => value.toFixed(this.#digits))
    return `${middle} (${low} to ${high})${this.unit && ` ${this.unit}`}`
  }
}

export const show = (values: readonly number[], unit: string, digits = 2): Figure => new Figure(values, unit, digits)

/** Ratios of pairs measured one after the other, so that they hold when the machine's speed drifts. */
export const ratios = (ours: readonly number[], theirs: readonly number[]): number[] =>
  ours.map((value, i) => value / (theirs[i] ?? Number.NaN))

const usual = ['Work', 'Rollcall', 'Against', 'Ratio', 'Target']

export function markdown({ title, method, columns: head = usual, rows }: Report): string {
  const cells = rows.map((row) => [row.work, row.ours, row.against, row.ratio, row.target])
  const line = (row: readonly Cell[]) => `| ${row.join(' | ')} |`
  return [`## ${title}`, '', method, '', line(head), line(head.map(() => '---')), ...cells.map(line), ''].join('\n')
}
