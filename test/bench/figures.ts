import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { Figure, type Report, type Row, spreadOf } from './report.ts'

const folder = fileURLToPath(new URL('figures', import.meta.url))

/** Raw figures of the benches of one release, by the name of the bench. */
export type Figures = Record<string, { machine: string; reports: Report[] }>

/** Change of a median that counts when the ranges do not overlap either. */
const notable = 1.15

/** Returns the newest release whose figures are stored, and these. */
export function newestFigures(): { version: string; figures: Figures } | undefined {
  const versions = readdirSync(folder).map((name) => name.replace(/\.json$/, ''))
  const version = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
  return version === undefined ? undefined : { version, figures: readFigures(version) }
}

export function readFigures(version: string): Figures {
  return JSON.parse(readFileSync(fileOf(version), 'utf8'), (_, value) =>
    Array.isArray(value?.values) ? new Figure(value.values, value.unit, 3) : value,
  )
}

/** Stores figures of some benches as those of this release; figures of its other benches stay. */
export function storeFigures(measured: Figures): Figures {
  const newest = newestFigures()
  const figures = { ...(newest?.version === productVersion ? newest.figures : {}), ...measured }
  writeFileWholeSync(fileOf(productVersion), `${JSON.stringify(figures, undefined, 1)}\n`, { mode: 0o644 })
  return figures
}

const fileOf = (version: string) => join(folder, `${version}.json`)

/**
 * Compares the ratios of two releases, as a table in Markdown; undefined if no ratio was measured. Ratios hold on other
 * machines, unlike times and rates.
 */
export function compareRatios(now: Figures, before: Figures, version: string): string | undefined {
  const lines = Object.entries(now).flatMap(([name, { reports }]) =>
    reports.flatMap((report, index) =>
      report.rows.flatMap((row, at) => {
        const old = before[name]?.reports[index]?.rows[at]
        if (!(row.ratio instanceof Figure)) return []
        const change = old?.work === row.work && old.ratio instanceof Figure ? changeOf(row, old.ratio) : 'new'
        return [`| ${name}: ${row.work} | ${row.ratio} | ${old?.ratio ?? ''} | ${change} |`]
      }),
    ),
  )
  if (lines.length === 0) return undefined
  return [`| Ratio | Now | Release ${version} | Change |`, '| --- | --- | --- | --- |', ...lines].join('\n')
}

function changeOf({ ratio, higherIsBetter }: Row, old: Figure): string {
  const [now, then] = [spreadOf((ratio as Figure).values), spreadOf(old.values)]
  const factor = now.median / then.median
  const overlap = now.min <= then.max && then.min <= now.max
  if (overlap || (factor < notable && factor > 1 / notable)) return factor.toFixed(2)
  return `${factor.toFixed(2)}, **${factor > 1 === (higherIsBetter === true) ? 'better' : 'worse'}**`
}
