import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alertListSchema } from '@rollcall/shared/api/alert.ts'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { deviceSchema } from '@rollcall/shared/api/device.ts'
import { snapshotStorageStateSchema } from '@rollcall/shared/api/snapshot-storage.ts'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../harness/ports.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { tmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { createSegment, scan } from '../support/audit-site.ts'
import { parsePromql, type Series, selects, seriesOf } from './promql.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = join(root, 'docs', 'monitoring')
const readText = (path: string) => readFileSync(path, 'utf8')

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const rules = rulesSchema
  .parse(parseYaml(readText(join(folder, 'rollcall-alerts.yaml'))))
  .groups.flatMap((group) => group.rules)

const gridSchema = z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() })
const dataSource = z.object({ type: z.literal('prometheus'), uid: z.literal(['$', '{datasource}'].join('')) })
const panelSchema = z.discriminatedUnion('type', [
  z.object({ id: z.int(), type: z.literal('row'), title: z.string(), gridPos: gridSchema }),
  z.object({
    id: z.int(),
    type: z.enum(['timeseries', 'stat']),
    title: z.string(),
    gridPos: gridSchema,
    datasource: dataSource,
    targets: z
      .array(z.object({ refId: z.string(), datasource: dataSource, expr: z.string(), legendFormat: z.string() }))
      .min(1),
  }),
])
const dashboard = z
  .object({
    title: z.string(),
    uid: z.string(),
    schemaVersion: z.int(),
    templating: z.object({ list: z.array(z.object({ name: z.string(), definition: z.string().optional() })) }),
    panels: z.array(panelSchema),
  })
  .parse(JSON.parse(readText(join(folder, 'rollcall-dashboard.json'))))
const targets = dashboard.panels.flatMap((panel) =>
  panel.type === 'row' ? [] : panel.targets.map((target) => ({ title: panel.title, ...target })),
)
/** Replaces Grafana's variables by values. */
const withValues = (expression: string) => expression.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5m')

/** Runs promtool, which must succeed. */
async function promtool(args: string[], input?: string): Promise<string> {
  const result = await runProcess('promtool', args, { timeoutMs: 60_000, ...(input === undefined ? {} : { input }) })
  if (result.code !== 0) throw new Error(`promtool ${args.join(' ')}: ${result.stdout}${result.stderr}`)
  return result.stdout + result.stderr
}

describe('the metrics of a collector with an Audit Service', () => {
  let up: Up
  let metricsUrl: string
  let task: TaskRecord
  let text: string
  let series: Series[]

  beforeAll(async () => {
    const port = await freePort()
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    up = await startUp({ args: ['--no-agent'], env: { ROLLCALL_METRICS_LISTEN: `127.0.0.1:${port}` } })
    const { api, facts } = up
    const settings = {
      quota: { monthlyTransactions: 100_000 },
      notifications: { webhooks: [{ name: 'hook', url: 'https://127.0.0.1:9/', events: ['*'] }] },
      // Nothing listens there.
      snapshotStorage: {
        enabled: true,
        endpoint: 'http://127.0.0.1:9',
        bucket: 'bucket',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
      },
    }
    expect((await api.call('PATCH', '/api/v1/site/settings', { body: settings })).status).toBe(200)
    const device = { name: 'pc-17', type: 'computer', serialNumber: 'B7C0ND2' }
    await api.create('/api/v1/devices', device, deviceSchema.pick({ id: true }))
    expect(
      (await api.post('/api/v1/imports', '{"no', { headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(400)
    const { id } = await createSegment(api, {
      name: 'this machine',
      type: 'address-list',
      addresses: ['127.0.0.1'],
      auditServiceId: facts.auditServiceId,
    })
    task = await scan(api, id)
    expect((await up.cli('backup', join(up.dataDir, 'backup.tar.gz'))).code).toBe(0)
    expect((await up.cli('maintenance', 'on')).code).toBe(0)
    expect((await api.get('/api/v1/devices')).status).toBe(503)
    expect((await up.cli('maintenance', 'off')).code).toBe(0)
    const expiresAt = new Date(Date.now() + 1_000).toISOString()
    await api.create('/api/v1/app-registrations', { name: 'short', expiresAt }, createdAppRegistrationSchema)
    await waitFor(
      async () =>
        (await api.read('/api/v1/alerts', alertListSchema)).items.some(({ severity }) => severity === 'error') &&
        (await api.read('/api/v1/site/settings/snapshot-storage', snapshotStorageStateSchema)).failingSince !== null,
      { what: 'an alert of an expired App registration, and a failure of the storage', timeoutMs: 30_000 },
    )
    const isComplete = (scraped: Series[]) =>
      ['rollcall_audit_service_spool_bytes', 'nodejs_gc_duration_seconds_sum'].every((name) =>
        scraped.some(({ metric }) => metric === name),
      )
    text = await waitFor(
      async () => {
        const scraped = await (await fetch(metricsUrl)).text()
        return isComplete(seriesOf(scraped)) && scraped
      },
      { what: 'a heartbeat and a garbage collection', timeoutMs: 60_000, intervalMs: 500 },
    )
    const added = { job: 'rollcall', instance: 'collector:8444' }
    series = [{ metric: 'up', labels: {} }, ...seriesOf(text)].map(({ metric, labels }) => ({
      metric,
      labels: { ...added, ...labels },
    }))
  })
  afterAll(async () => {
    await up?.stop()
  })

  test('pass the checks of promtool', async () => {
    expect(await promtool(['check', 'metrics'], text)).toBe('')
  })

  test('contain no id, address or path that a caller chose', () => {
    const values = series.flatMap(({ labels: { instance: _, ...labels } }) => Object.values(labels))
    const revealing = /[0-9a-f]{8}-[0-9a-f]{4}-|\d+\.\d+\.\d+\.\d+|([0-9a-f]{2}:){5}|pc-17|B7C0ND2/i
    expect(values.filter((value) => revealing.test(value))).toEqual([])
  })

  test('count what happened', () => {
    const valuesOf = (selector: string) => {
      const [wanted] = parsePromql(selector).selectors
      const lines = text.split('\n').filter((line) => {
        const [found] = seriesOf(line)
        return wanted && found && selects(wanted, found)
      })
      return lines.map((line) => Number(line.split(' ').at(-1)))
    }
    expect(valuesOf('rollcall_task_changes_total{kind="scan",status="Success"}')).toEqual([1])
    expect(valuesOf('rollcall_observations_total{source="Manual",outcome="new"}')).toEqual([1])
    expect(valuesOf('rollcall_observations_total{source="Service",outcome="new"}')).toEqual([1])
    expect(valuesOf('rollcall_bodies_refused_total{code="malformed_json"}')).toEqual([1])
    expect(valuesOf('rollcall_outbox_attempts_total{kind="task",result="sent"}')).toEqual([1])
    expect(valuesOf('rollcall_http_requests_total{route="/api/v1/devices",method="GET",status="5xx"}')).toEqual([1])
    expect(valuesOf('rollcall_audit_services{status="Active"}')).toEqual([1])
    expect(valuesOf('rollcall_devices').reduce((sum, count) => sum + count, 0)).toBe(2)
    expect(valuesOf('rollcall_ready')).toEqual([1, 1, 1])
    expect(valuesOf('rollcall_metrics_section_up')).toEqual(Array(6).fill(1))
    expect(valuesOf('rollcall_offload_failing')).toEqual([1])
    const [backup = 0] = valuesOf('rollcall_backup_last_success_timestamp_seconds')
    expect(Math.abs(Date.now() / 1000 - backup)).toBeLessThan(600)
  })

  test.each([
    ...rules.map(({ alert, expr }) => ({ title: `alert ${alert}`, expr })),
    ...targets.map(({ title, refId, expr }) => ({ title: `panel ${title}, query ${refId}`, expr: withValues(expr) })),
  ])('$title: selects existing metrics by existing labels', ({ expr }) => {
    const { selectors, grouped } = parsePromql(expr)
    const selected = selectors.flatMap((selector) => {
      const found = series.filter((each) => selects(selector, each))
      expect(found.length, JSON.stringify(selector)).toBeGreaterThan(0)
      return found
    })
    expect(selectors.length).toBeGreaterThan(0)
    const labels = new Set(selected.flatMap((each) => Object.keys(each.labels)))
    expect(grouped.filter((label) => !labels.has(label))).toEqual([])
  })

  test('give each alert and panel only labels that exist', () => {
    const all = new Set(series.flatMap(({ labels }) => Object.keys(labels)))
    const texts = [
      ...rules.map(({ annotations }) => JSON.stringify(annotations)),
      ...targets.map((t) => t.legendFormat),
    ]
    const used = texts.flatMap((each) =>
      [...each.matchAll(/\{\{ ?(?:\$labels\.)?(\w+) ?\}\}/g)].map(([, name]) => name),
    )
    expect(used.length).toBeGreaterThan(20)
    expect(used.filter((name) => name !== undefined && !all.has(name))).toEqual([])
  })

  test('are not served on the port of the API', async () => {
    expect((await up.api.get('/metrics')).status).toBe(404)
  })

  test('belong to logs in which the lines of one task have its id in each part', async () => {
    const linesOf = async (part: string) =>
      (await readFile(join(up.dataDir, 'logs', `${part}.log`), 'utf8'))
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
    const [collector, service] = await Promise.all([linesOf('collector'), linesOf('audit-service')])
    const textsOf = (lines: readonly Record<string, unknown>[]) =>
      lines.filter(({ taskId }) => taskId === task.id).map(({ msg, status = '' }) => `${msg} ${status}`.trim())
    expect(textsOf(service)).toEqual(['task begins', 'task ended Success'])
    expect(textsOf(collector)).toEqual([
      'scan: requested',
      'task: changed Queued',
      'task: changed Running',
      'task: changed Success',
    ])
    expect(collector.find(({ msg }) => msg === 'scan: requested')?.['requestId']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the alert rules', () => {
  test('pass promtool, with the queries of the dashboard', async () => {
    await using tmp = await tmpFolder()
    const file = join(tmp.path, 'dashboard.yaml')
    const asRules = targets.map(({ expr }, index) => ({ record: `panel:${index}`, expr: withValues(expr) }))
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
    const checked = await promtool(['check', 'rules', join(folder, 'rollcall-alerts.yaml'), file])
    expect(checked).toContain(`SUCCESS: ${rules.length} rules found`)
    expect(checked).toContain(`SUCCESS: ${targets.length} rules found`)
  })

  test('fire and stay quiet as their unit tests say, and each of them has one', async () => {
    const files = ['alerts.test.yaml', 'slow-alerts.test.yaml'].map((name) => join(import.meta.dirname, name))
    const output = await promtool(['test', 'rules', ...files])
    expect(output.match(/SUCCESS/g)).toHaveLength(files.length)
    const cases = files.map(readText).join('\n')
    const tested = new Set([...cases.matchAll(/alertname: (\w+)\n.*\n +exp_alerts:\n/g)].map(([, name]) => name))
    expect(rules.map(({ alert }) => alert).filter((name) => !tested.has(name))).toEqual([])
  })

  test('each have a section of the operations page that says what they mean and what to do', () => {
    const sections = readText(join(root, 'docs', 'operations.md')).split(/^#+ /m)
    const anchorOf = (section: string) => (section.split('\n')[0] ?? '').toLowerCase().replaceAll(' ', '-')
    const missing = rules.filter(({ alert, annotations: { runbook } }) => {
      const [page, anchor] = runbook.split('#')
      const section = sections.find((each) => anchorOf(each) === anchor)
      return page !== 'docs/operations.md' || !section?.includes(`| \`${alert}\` |`)
    })
    expect(missing.map(({ alert }) => alert)).toEqual([])
    const described = sections.flatMap((section) =>
      [...section.matchAll(/^\| `(Rollcall\w+)` \|/gm)].map(([, name]) => name),
    )
    expect(described.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })
})

test('the dashboard can be imported: its panels have ids of their own and do not overlap', () => {
  const { panels, templating } = dashboard
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance'])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ id, gridPos: { x, y, w, h } }) => {
    expect(x + w, `panel ${id}`).toBeLessThanOrEqual(24)
    return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`)
  })
  expect(new Set(cells).size).toBe(cells.length)
  for (const { expr } of targets) expect(expr).toContain('instance=~"$instance"')
})
