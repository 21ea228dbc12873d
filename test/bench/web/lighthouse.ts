import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { findTool, toolsDirOf } from '@rollcall/shared/node/tools.ts'
import type { Cookie } from 'playwright-core'
import { z } from 'zod'
import { browserNamespace } from '../../harness/browser/namespace.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cli = join(dirname(createRequire(import.meta.url).resolve('lighthouse/package.json')), 'cli', 'index.js')

const score = z.object({ score: z.number() }).transform(({ score: part }) => Math.round(100 * part))
const resultSchema = z.object({
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score }),
  audits: z.record(z.string(), z.object({ title: z.string(), score: z.number().nullable() })),
})

/** Scores of a page from 0 to 100, and the audits that are below the best score. */
export type Scores = { performance: number; accessibility: number; bestPractices: number; remarks: string[] }

/** Measures a page with Lighthouse as on a desktop computer, with an empty cache, as the user whose cookies are given. */
export async function lighthouse(url: string, cookies: readonly Cookie[]): Promise<Scores> {
  const namespace = await browserNamespace()
  const chromium = findTool('chromium-headless-shell', toolsDirOf(root))
  if (chromium === undefined) throw new Error('chromium-headless-shell is not installed')
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const chromeFlags = [
    ...['--headless', '--no-sandbox', '--ignore-certificate-errors', '--disable-background-networking'],
    ...[`--proxy-server=http://127.0.0.1:${namespace.proxyPort}`, '--proxy-bypass-list=<-loopback>'],
  ]
  const args = [
    ...[`--net=${namespace.file}`, process.execPath, cli, url, '--quiet', '--no-enable-error-reporting'],
    ...['--preset=desktop', '--only-categories=performance,accessibility,best-practices'],
    ...['--output=json', '--output-path=stdout', `--extra-headers=${JSON.stringify(headers)}`],
    `--chrome-flags=${chromeFlags.join(' ')}`,
  ]
  const { code, stdout, stderr } = await runProcess('nsenter', args, {
    timeoutMs: 180_000,
    asGroup: true,
    env: { ...process.env, CHROME_PATH: chromium },
  })
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${url}:\n${stderr}`)
  const { categories, audits } = resultSchema.parse(JSON.parse(stdout))
  return {
    performance: categories.performance,
    accessibility: categories.accessibility,
    bestPractices: categories['best-practices'],
    remarks: Object.values(audits).flatMap(({ title, score }) => (score !== null && score < 0.9 ? [title] : [])),
  }
}
