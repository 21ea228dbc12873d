import { fileURLToPath } from 'node:url'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import type { Figures } from './figures.ts'
import { Figure, type Report, spreadOf } from './report.ts'

const imagesDir = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const width = 860
const labelWidth = 480
const lineHeight = 20

/** Draws the charts of docs/performance.md. */
export function writeCharts(figures: Figures): void {
  const reports = Object.entries(figures).flatMap(([name, bench]) => (name.startsWith('quick ') ? [] : bench.reports))
  writeFileWholeSync(`${imagesDir}bench-ratios.svg`, ratioChart(reports), { mode: 0o644 })
  const growth = reports.filter(({ curves }) => curves !== undefined)
  if (growth.length > 0) writeFileWholeSync(`${imagesDir}bench-growth.svg`, growthChart(growth), { mode: 0o644 })
}

/**
 * Draws the range and the median of each ratio to a peer on a logarithmic axis. Ratios of rates are inverted, so less is
 * better everywhere.
 */
export function ratioChart(reports: readonly Report[]): string {
  const besidePeers = reports.filter(({ columns }) => columns === undefined)
  const lines = besidePeers.flatMap(({ title, rows }) =>
    rows.flatMap(({ work, against, ratio, higherIsBetter }) => {
      if (!(ratio instanceof Figure) || ratio.unit !== '') return []
      const values = ratio.values.map((value) => (higherIsBetter ? 1 / value : value))
      const peer = /^[a-z][a-z -]+(?:-Cr\d+)?/i.exec(`${against}`)?.[0]
      return [{ label: `${title}: ${work}${peer ? `, ${peer.trim()}` : ''}`, ...spreadOf(values) }]
    }),
  )
  const ticks = decades(lines.flatMap(({ min, max }) => [min, max, 1]))
  const x = logScale(ticks, labelWidth + 10, width - 20)
  const height = (lines.length + 2) * lineHeight
  const parts = lines.map(({ label, min, median, max }, index) => {
    const y = (index + 1.5) * lineHeight
    return [
      text(labelWidth, y, clip(label), 'end'),
      `<path class="range" d="M${at(x(min))} ${y}H${at(x(max))}"/>`,
      `<circle class="${median <= 1 ? 'good' : 'poor'}" cx="${at(x(median))}" cy="${y}" r="4"/>`,
    ].join('')
  })
  return svg(height, 'Time of Rollcall in relation to its peer', [...axis(ticks, x, height), ...parts])
}

/** Draws a line for each list or search, with both axes logarithmic. */
export function growthChart(reports: readonly Report[]): string {
  const curves = reports.flatMap((report) => report.curves ?? [])
  const points = curves.flatMap((curve) => curve.points)
  const [sizes, values] = [decades(points.map(({ size }) => size)), decades(points.map(({ value }) => value))]
  const height = 420
  const x = logScale(sizes, 60, width - 20)
  const y = logScale(values, height - 40, 20)
  const lines = curves.map(
    ({ work, points: own }) =>
      `<path class="curve" d="M${own.map(({ size, value }) => `${at(x(size))} ${at(y(value))}`).join('L')}"><title>${escapeXml(work)}</title></path>`,
  )
  const marks = values.map(
    (value) => `<path class="grid" d="M60 ${at(y(value))}H${width - 20}"/>${text(54, y(value), `${value} ms`, 'end')}`,
  )
  return svg(height, 'p50 of lists and searches by the number of devices', [
    ...axis(sizes, x, height),
    ...marks,
    ...lines,
  ])
}

function axis(ticks: readonly number[], x: (value: number) => number, height: number): string[] {
  return ticks.map(
    (tick) =>
      `<path class="${tick === 1 ? 'one' : 'grid'}" d="M${at(x(tick))} 10V${height - 25}"/>${text(x(tick), height - 12, tick.toLocaleString('en', { maximumFractionDigits: 3 }), 'middle')}`,
  )
}

/** Returns the powers of ten around some positive values. */
function decades(values: readonly number[]): number[] {
  const exponents = values.filter((value) => value > 0).map(Math.log10)
  const [low, high] = [Math.floor(Math.min(...exponents)), Math.ceil(Math.max(...exponents))]
  return Array.from({ length: Math.max(high, low + 1) - low + 1 }, (_, index) => Number(`1e${low + index}`))
}

function logScale(ticks: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
  return (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from)
}

const at = (value: number) => value.toFixed(1)
const clip = (label: string) => (label.length > 84 ? `${label.slice(0, 83)}…` : label)
const escapeXml = (label: string) => label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const text = (x: number, y: number, label: string, anchor: 'end' | 'middle') =>
  `<text x="${at(x)}" y="${at(y + 4)}" text-anchor="${anchor}">${escapeXml(label.replaceAll('`', ''))}</text>`

const style = `text{font:11px system-ui,sans-serif;fill:#57606a}.grid{stroke:#d0d7de}.one{stroke:#57606a}.range{stroke:#8c959f;stroke-width:3}.curve{fill:none;stroke:#0969da;stroke-opacity:.6}.good{fill:#1a7f37}.poor{fill:#bc4c00}
@media(prefers-color-scheme:dark){text{fill:#9198a1}.grid{stroke:#3d444d}.one{stroke:#9198a1}.range{stroke:#656c76}.curve{stroke:#4493f8}.good{fill:#3fb950}.poor{fill:#db6d28}}`

const svg = (height: number, title: string, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"><title>${title}</title><style>${style}</style>\n${parts.join('\n')}\n</svg>\n`
