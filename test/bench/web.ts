import { newId } from '@rollcall/shared/ids.ts'
import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { officeSwitches } from '../browser/support/switches.ts'
import { firstSignIn, launchChromium, openContext } from '../harness/browser.ts'
import { dataset } from './dataset/cache.ts'
import { type Client, createBenchClient } from './dataset/client.ts'
import { type BenchedCollector, startCollector } from './dataset/collector.ts'
import { describe } from './dataset/lists.ts'
import { type Report, type Row, show, spreadOf } from './report.ts'
import { lighthouse, type Scores } from './web/lighthouse.ts'
import { type Visit, visit } from './web/visit.ts'

const size = { devices: 100_000, packages: 100, snapshots: 20 }
const rounds = 5
const scoreRounds = 3
/** 501 switches and 10,080 endpoints. */
const office = { distribution: 20, access: 24, endpoints: 21 }

const kilobyte = 1024
const limits = { listMs: 700, taskMs: 100, scriptKilobytes: 240, score: 95 }
/** The pages that people open most, which Lighthouse scores. */
const mainPages = ['Dashboard', 'Devices', 'A device', 'Software', 'Map']

/** The web interface in Chromium, with the real collector and a large inventory behind it. */
export async function benchWeb(): Promise<Report[]> {
  const made = await dataset(size)
  await using collector = await startCollector(made.dataDir)
  const client = createBenchClient(collector, 1)
  const browser = await launchChromium()
  try {
    await importSwitches(client)
    const cookies = await signIn(collector, browser)
    const rows: Row[] = []
    const pages = await pagesOf(client)
    for (const { name, path, shown } of pages) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round++)
        visits.push(await visit(browser, collector.url, cookies, path, shown))
      rows.push(rowOf(name, visits))
    }
    const scored: Row[] = []
    for (const { name, path } of pages.filter((page) => mainPages.includes(page.name)))
      scored.push(await scoresOf(name, `${collector.url}${path}`, cookies))
    const loads = {
      title: `The web interface with ${size.devices.toLocaleString('en')} devices`,
      method: `Headless Chromium on the same machine as the collector (SQLite), with an empty cache, ${rounds} loads of each page. Ready: from the first request until the main content is shown and the main thread is free. Longest task: of the main thread, until 1.5 s later. The map has 501 switches and 10,080 endpoints. ${describe(made)}`,
      columns: ['Page', 'Ready', 'Longest task', 'Script', 'Target'],
      rows,
    }
    const scores = {
      title: 'The web interface by Lighthouse',
      method: `The same collector and devices. Scores of 100, medians of ${scoreRounds} runs with the preset for desktop computers and an empty cache.`,
      columns: ['Page', 'Performance', 'Accessibility', 'Best practices', 'Target'],
      rows: scored,
    }
    return [loads, scores]
  } finally {
    client.close()
    await browser.close()
  }
}

function rowOf(name: string, visits: readonly Visit[]): Row {
  const [ready, tasks] = [visits.map(({ readyMs }) => readyMs), visits.map(({ longestTaskMs }) => longestTaskMs)]
  const script = Math.max(...visits.map(({ scriptBytes }) => scriptBytes)) / kilobyte
  const isMissed =
    spreadOf(ready).median > limits.listMs || spreadOf(tasks).median > limits.taskMs || script > limits.scriptKilobytes
  const target = `ready under ${limits.listMs} ms, tasks under ${limits.taskMs} ms, script under ${limits.scriptKilobytes} KB`
  return {
    work: name,
    ours: show(ready, 'ms', 0),
    against: show(tasks, 'ms', 0),
    ratio: `${script.toFixed(0)} KB`,
    target: `${target}${isMissed ? ': **missed**' : ''}`,
  }
}

type Cookies = Parameters<typeof lighthouse>[1]

async function scoresOf(name: string, url: string, cookies: Cookies): Promise<Row> {
  const runs: Scores[] = []
  for (let round = 0; round < scoreRounds; round++) runs.push(await lighthouse(url, cookies))
  const [performance, accessibility, bestPractices] = (['performance', 'accessibility', 'bestPractices'] as const).map(
    (category) => runs.map((run) => run[category]),
  )
  const all = [performance ?? [], accessibility ?? [], bestPractices ?? []]
  const isMissed = all.some((values) => spreadOf(values).median < limits.score)
  const remarks = [...new Set(runs.flatMap((run) => run.remarks))].join(', ')
  const [ours = '', against = '', ratio = ''] = all.map((values) => show(values, '', 0))
  return { work: name, ours, against, ratio, target: `${limits.score}${isMissed ? `: **missed** (${remarks})` : ''}` }
}

/** A query that a twentieth of the devices meet. */
const query = 'tag = Office and (type = computer or type = printer)'

const item = z.object({ id: z.uuid() })
const listSchema = z.object({ items: z.tuple([item], item) })

/** Each with what is there once one can work with it. */
async function pagesOf(client: Client) {
  const first = async (path: string) => listSchema.parse(await client.json(path)).items[0].id
  const device = await first('/api/v1/devices?limit=1&type=computer')
  const switchId = await first('/api/v1/devices?limit=1&q=access-1-1')
  const software = await first('/api/v1/software?limit=1')
  const row = 'main tbody tr a'
  return [
    { name: 'Dashboard', path: '/', shown: 'main ul[aria-label="Devices by type"] a' },
    { name: 'Devices', path: '/devices', shown: row },
    { name: 'Devices, searched', path: '/devices?q=ber', shown: 'main table' },
    { name: 'Devices by a query', path: `/devices?query=${encodeURIComponent(query)}`, shown: row },
    { name: 'Devices of a past time', path: '/devices?asOf=2026-01-15T00:00:00Z', shown: row },
    { name: 'Findings', path: '/findings', shown: 'main h1' },
    { name: 'Changes of a period', path: '/changes?from=2026-01-01T00:00:00Z', shown: 'main tbody tr' },
    { name: 'A device', path: `/devices/${device}`, shown: 'main h2' },
    { name: 'Its software', path: `/devices/${device}/software`, shown: 'main tbody tr' },
    { name: 'Ports of a switch', path: `/devices/${switchId}/network`, shown: 'main fieldset button' },
    { name: 'Software', path: '/software', shown: row },
    { name: 'A product', path: `/software/${software}`, shown: 'main h2' },
    { name: 'Changes', path: '/changes', shown: 'main tbody tr' },
    { name: 'Reviews', path: '/reviews', shown: 'main h1' },
    { name: 'Compliance', path: '/software/compliance', shown: 'main h1' },
    { name: 'Map', path: '/map', shown: 'main canvas' },
    { name: 'Map as a list', path: '/map?view=list', shown: 'main ul a' },
    { name: 'Segments', path: '/segments', shown: 'main h1' },
    { name: 'Tasks', path: '/tasks', shown: 'main h1' },
    { name: 'Settings', path: '/settings', shown: 'main h1' },
  ]
}

const administrator = 'admin'
const passwordSchema = z.object({ password: z.string() })

async function signIn({ url, cli }: BenchedCollector, browser: Browser) {
  const { password } = passwordSchema.parse(await cli('user', 'reset-password', administrator))
  const { context } = await openContext(browser)
  await firstSignIn(context, { facts: { url, username: administrator, password } })
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function importSwitches(client: Client): Promise<void> {
  const observedAt = new Date().toISOString()
  const common = { schemaVersion: 1, source: 'Import', observedAt, depth: 'audit' }
  for (const observation of officeSwitches(office)) {
    const body = { id: newId(), ...common, ...observation }
    const { status } = await client.send({ method: 'POST', path: '/api/v1/imports', body })
    if (status !== 201) throw new Error(`${observation.name} was not imported: ${status}`)
  }
}
