import { type ReportRun, reportLimits, reportMessageSchema } from '@rollcall/shared/api/report.ts'
import type { ViewList } from '@rollcall/shared/api/view.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import { parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import { expect, it } from 'vitest'
import { type SmtpHarness, startSmtp } from '../../../test/harness/smtp.ts'
import { expectedSignature, startWebhookReceiver } from '../../../test/harness/webhook-receiver.ts'
import { testSite } from '../activity/testing/site.ts'
import { secret } from '../activity/testing/webhook.ts'
import { notificationTables } from '../store/schema/activity.ts'
import type { Store } from '../store/store.ts'
import { describeOnBothEngines } from '../store/testing/stores.ts'
import { runDueReports } from './run-due-reports.ts'
import { reportSite } from './testing/report-site.ts'

const day = 24 * 3600
/** From Friday 08:00 UTC to Monday 05:00 UTC, which is 06:00 in Berlin. */
const toMonday = 3 * day - 3 * 3600

const at = { now: 0, timeZone: 'UTC' }

/** Decodes the attached file of a mail. */
function attachmentOf(source: string): string {
  const [, head = '', body = ''] = /Content-Type: text\/csv(.*?)\r\n\r\n(.*?)\r\n--/s.exec(source) ?? []
  expect(head).toContain('attachment')
  return head.includes('base64') ? Buffer.from(body, 'base64').toString() : body.replace(/=\r\n/g, '')
}

describeOnBothEngines('a run of a report', ({ engine, open, newDatabase }) => {
  async function mailSite(smtp: SmtpHarness, store?: Store) {
    const site = await reportSite(store ?? (await open()), { ca: [smtp.ca] })
    const server = { host: '127.0.0.1', port: smtp.port, security: 'none' as const, from: 'rollcall@example.org' }
    await site.set({ smtp: server, recipients: ['people@example.org'] })
    return site
  }
  const storedFiles = ({ ctx }: Awaited<ReturnType<typeof reportSite>>) =>
    ctx.store.read((db) => db.$count(db.tables(notificationTables).notificationFiles))

  it('is mailed with the list of its view as CSV to each recipient, when it is due', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    await site.addDevice('10.0.0.1', { name: '=cmd|calc', serialNumber: 'A-1' })
    await site.addDevice('10.0.0.2', { name: 'sw-2', serialNumber: 'A-2' })
    const view = await site.view({ name: 'Switch two', parameters: { sort: '-name' } })
    const report = await site.report({ viewId: view.id, recipients: ['a@example.org', 'b@example.org'] })
    expect(report).toMatchObject({ nextRun: '2026-11-23T05:00:00.000Z', lastRun: null, paused: null })

    expect(await site.work()).toEqual([])
    expect(smtp.mails).toEqual([])
    site.advance(toMonday)
    await site.work()
    expect(smtp.mails.map(({ to }) => to).sort()).toEqual([['a@example.org'], ['b@example.org']])
    const source = smtp.mails[0]?.source ?? ''
    expect(source).toContain('Subject: Toner: 2 devices\r\n')
    expect(source).toContain('23 November 2026 at 06:00 (Europe/Berlin)')
    expect(source).toContain('https://rollcall.example.org/devices?sort=-name')
    const [header, ...lines] = attachmentOf(source).trim().split('\r\n')
    expect(header).toBe(
      'id,name,dnsName,macAddress,ipAddress,serialNumber,assetTag,type,manufacturer,model,lastSeen,tags',
    )
    // A name that a spreadsheet would run starts with an apostrophe.
    expect(lines.map((line) => line.split(',')[1])).toEqual(['sw-2', "'=cmd|calc"])

    const [run] = await site.runsOf(report)
    expect(run).toMatchObject({
      trigger: 'schedule',
      dueAt: '2026-11-23T05:00:00.000Z',
      status: 'Sent',
      rows: 2,
      detail: null,
      deliveries: [{ status: 'Sent' }, { status: 'Sent' }],
    })
    expect(await site.as('GET', `reports/${report.id}`)).toMatchObject({
      nextRun: '2026-11-30T05:00:00.000Z',
      lastRun: { id: run?.id, status: 'Sent' },
    })
    expect(await storedFiles(site)).toBe(0)
  })

  it.each([
    ['csv', 'text/csv', 'name=Toner.csv'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'name=Toner.xlsx'],
  ] as const)('is a file of the format %s with the columns of the view', async (format, type, name) => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    await site.addDevice('10.0.0.1', { name: 'prn-1', serialNumber: 'A-1' })
    const view = await site.view({ parameters: { columns: 'serialNumber,ipAddress' } })
    const report = await site.report({ viewId: view.id, format })
    expect(report).toMatchObject({ format })
    await site.as('POST', `reports/${report.id}/run`)
    await site.work()
    const source = smtp.mails[0]?.source ?? ''
    expect(source).toContain(`attached as ${format.toUpperCase()}`)
    expect(source).toContain(type)
    expect(source).toContain(name)
    expect(await site.runsOf(report)).toMatchObject([{ status: 'Sent', rows: 1 }])
    if (format === 'xlsx') return
    const [header, line] = attachmentOf(source).trim().split('\r\n')
    expect(header).toBe('id,name,serialNumber,address')
    expect(line).toMatch(/,prn-1,A-1,10\.0\.0\.1$/)
  })

  it.each(Object.entries(savedLists))('has the file that the page of the list %s exports', async (list, saved) => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    await site.addDevice('10.0.0.1', { name: 'prn-1', serialNumber: 'A-1' })
    await site.as('POST', 'tags', { name: '=cmd|calc' })
    const view = await site.view({ list: list as ViewList })
    const report = await site.report({ viewId: view.id })
    expect(report.view).toEqual({ id: view.id, name: view.name, list })
    await site.as('POST', `reports/${report.id}/run`)
    await site.work()
    const [run] = await site.runsOf(report)
    expect(run).toMatchObject({ status: 'Sent', rows: expect.any(Number) })
    const source = smtp.mails[0]?.source ?? ''
    expect(source).toContain(`Subject: Toner: ${counted(run?.rows ?? 0, saved.row)}\r\n`)
    expect(source).toContain(`https://rollcall.example.org${saved.page}`)
    const query = new URLSearchParams({ format: 'csv' })
    for (const [key, value] of Object.entries(saved.filterOf({}, at))) if (value) query.set(key, value)
    const exported = await (await site.call('GET', `${saved.path}?${query}`)).text()
    const attached = attachmentOf(source)
    expect(attached).toBe(exported)
    if (list === 'changes') expect(attached).toContain(",'=cmd|calc,")
  })

  it('narrows changes to days in its time zone, and to a span before the run', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    await site.as('POST', 'tags', { name: 'Office' })
    const rowsOf = async (name: string, parameters: Record<string, string>) => {
      const view = await site.view({ name, list: 'changes', parameters: { entity: 'Tag', ...parameters } })
      const report = await site.report({ name, viewId: view.id, timeZone: 'Pacific/Kiritimati' })
      await site.as('POST', `reports/${report.id}/run`)
      await site.work()
      return (await site.runsOf(report))[0]?.rows
    }
    // It is 08:00 in UTC, and 22:00 of the same day on Kiritimati.
    expect(await rowsOf('Today', { from: '2026-11-20', until: '2026-11-20' })).toBe(1)
    site.advance(3 * 3600)
    await site.as('POST', 'tags', { name: 'Lab' })
    expect(await rowsOf('Still', { from: '2026-11-20', until: '2026-11-20' })).toBe(1)
    expect(await rowsOf('Next', { from: '2026-11-21', until: '2026-11-21' })).toBe(1)
    expect(await rowsOf('Hour', { span: '1h' })).toBe(1)
    expect(await rowsOf('Day', { span: '24h' })).toBe(2)
  })

  it('is repeated if the list cannot be read at that time', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    const report = await site.report()
    await site.as('POST', `reports/${report.id}/run`)
    site.setPhase('updating')
    await expect(site.work()).rejects.toThrow('status 503')
    site.setPhase('ready')
    await site.work()
    expect(await site.runsOf(report)).toMatchObject([{ status: 'Sent', rows: 0 }])
  })

  it('is sent to a webhook of the site, signed, whatever events the webhook selects', async () => {
    await using receiver = await startWebhookReceiver({ tls: true })
    const site = await reportSite(await open(), { ca: [receiver.ca] })
    await site.set({
      webhooks: [{ name: 'Tickets', url: receiver.url, enabled: true, events: ['task.changed'], secret }],
    })
    const settings = await site.as<{ notifications: { webhooks: { id: string }[] } }>('GET', 'site/settings')
    const webhookIds = settings.notifications.webhooks.map(({ id }) => id)
    await site.addDevice('10.0.0.1', { name: 'prn-1', serialNumber: 'A-1' })
    const report = await site.report({ recipients: [], webhookIds })
    await site.as('POST', `reports/${report.id}/run`)
    expect(await site.work()).toEqual([])
    const [sent] = receiver.received
    if (!sent) throw new Error('nothing was received')
    const message = reportMessageSchema.parse(sent.json())
    expect(message).toMatchObject({
      type: 'rollcall.report.sent',
      subject: report.id,
      source: `/sites/${site.ctx.siteId}`,
      data: { name: 'Toner', view: 'Everything', list: 'devices', rows: 1, csv: expect.stringContaining(',prn-1,') },
    })
    expect(sent.headers).toMatchObject({
      'webhook-id': message.id,
      'webhook-signature': expectedSignature(secret, sent),
    })
    expect(sent.body).not.toContain(secret)
    expect(await site.runsOf(report)).toMatchObject([
      { trigger: 'manual', status: 'Sent', deliveries: [{ channel: 'webhook', target: 'Tickets' }] },
    ])
  })

  it('fails for a webhook at an address that the operator does not allow', async () => {
    await using receiver = await startWebhookReceiver()
    const allow = parseAllowList('127.0.0.1')
    const site = await reportSite(await open(), { outbound: createOutbound({ allow }) })
    await site.set({ webhooks: [{ name: 'Inside', url: receiver.url, enabled: true, events: ['*'], secret }] })
    const settings = await site.as<{ notifications: { webhooks: { id: string }[] } }>('GET', 'site/settings')
    const report = await site.report({
      recipients: [],
      webhookIds: settings.notifications.webhooks.map(({ id }) => id),
    })
    const closed = { ...site.ctx, outbound: createOutbound({ allow: [] }) }
    await site.as('POST', `reports/${report.id}/run`)
    const [run] = await site.runsOf(report)
    await site.handler(run?.id ?? '', AbortSignal.timeout(5_000))
    await testSite(closed).attempt()
    expect(await site.runsOf(report)).toMatchObject([{ status: 'Failed', deliveries: [{ status: 'Failed' }] }])
    expect(receiver.received).toEqual([])
  })

  it('is one for each due time with several collectors', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const database = await newDatabase()
    const site = await mailSite(smtp, await open(undefined, database))
    const { ctx } = site
    const report = await site.report()
    // An SQLite database has one collector.
    const other = engine === 'postgres' ? { ...ctx, store: await open(undefined, database) } : ctx
    site.advance(toMonday)
    await Promise.all([runDueReports(ctx), runDueReports(other), runDueReports(ctx), runDueReports(other)])
    const [run, ...others] = await site.runsOf(report)
    expect(others).toEqual([])
    const handle = () => site.handler(run?.id ?? '', AbortSignal.timeout(30_000)).catch(() => undefined)
    await Promise.all([handle(), handle(), handle()])
    await site.work()
    expect(smtp.mails).toHaveLength(1)
  })

  it('replaces all that were missed during an outage', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    const report = await site.report({ cron: '@hourly' })
    site.advance(30 * day)
    await site.work()
    await site.work()
    expect(await site.runsOf(report)).toMatchObject([{ dueAt: '2026-11-20T09:00:00.000Z', status: 'Sent' }])
    expect(smtp.mails).toHaveLength(1)
    expect(await site.as('GET', `reports/${report.id}`)).toMatchObject({ nextRun: '2026-12-20T09:00:00.000Z' })
  })

  it('mails a link instead of a list that is too long', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    const limit = reportLimits.rows
    try {
      Object.assign(reportLimits, { rows: 1 })
      await site.addDevice('10.0.0.1', { serialNumber: 'A-1' })
      await site.addDevice('10.0.0.2', { serialNumber: 'A-2' })
      const report = await site.report()
      await site.as('POST', `reports/${report.id}/run`)
      await site.work()
      const detail = 'The list is not attached: it has more than 1 row.'
      expect(await site.runsOf(report)).toMatchObject([{ status: 'Sent', rows: null, detail }])
      const source = smtp.mails[0]?.source ?? ''
      expect(source).toContain(detail)
      expect(source).toContain('https://rollcall.example.org/devices')
      expect(source).not.toContain('text/csv')
    } finally {
      Object.assign(reportLimits, { rows: limit })
    }
  })

  it('keeps its file while a delivery is retried, and shows the error', async () => {
    await using smtp = await startSmtp({ security: 'none', refuses: ['gone@example.org'] })
    const site = await mailSite(smtp)
    const report = await site.report({ recipients: ['gone@example.org', 'it@example.org'] })
    await site.set({ smtp: { port: 1 } })
    await site.as('POST', `reports/${report.id}/run`)
    expect(await site.work()).toHaveLength(2)
    expect(await site.runsOf(report)).toMatchObject([
      { status: 'Sending', deliveries: [{ lastError: expect.stringContaining('ECONNREFUSED') }, {}] },
    ])
    expect(await storedFiles(site)).toBe(1)
    await site.set({ smtp: { port: smtp.port } })
    await site.work()
    expect(await site.runsOf(report)).toMatchObject([{ status: 'PartlySent' }])
    expect(attachmentOf(smtp.mails[0]?.source ?? '')).toContain('id,name')
    expect(await storedFiles(site)).toBe(0)
  })

  it('is skipped while three earlier ones are still being delivered', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    await site.set({ smtp: { port: 1 } })
    const report = await site.report({ cron: '@hourly' })
    for (let run = 0; run < 4; run += 1) {
      site.advance(3600)
      await site.work()
    }
    const states = (await site.runsOf(report)).map(({ status }: ReportRun) => status)
    expect(states).toEqual(['Skipped', 'Sending', 'Sending', 'Sending'])
    const refused = await site.call('POST', `/api/v1/reports/${report.id}/run`, { token: await site.token() })
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'report_running' }])
  })

  it('fails with the reason if the view is no longer valid, and names the parameter', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    const view = await site.view({ parameters: { type: 'toaster' } })
    const report = await site.report({ viewId: view.id })
    await site.as('POST', `reports/${report.id}/run`)
    await site.work()
    expect(await site.runsOf(report)).toMatchObject([{ status: 'Failed', detail: expect.stringContaining('type:') }])
    expect(smtp.mails).toEqual([])
  })

  it('reads the query of a view, and fails with the reason if the query is not valid', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    await site.addDevice('10.0.0.1', { name: 'sw-1', serialNumber: 'A-1' })
    await site.addDevice('10.0.0.2', { name: 'sw-2', serialNumber: 'A-2' })
    const run = async (name: string, query: string) => {
      const view = await site.view({ name, parameters: { query } })
      const report = await site.report({ name, viewId: view.id })
      await site.as('POST', `reports/${report.id}/run`)
      await site.work()
      return site.runsOf(report)
    }
    expect(await run('One', 'name = sw-2')).toMatchObject([{ status: 'Sent', rows: 1 }])
    expect(attachmentOf(smtp.mails[0]?.source ?? '')).toContain(',sw-2,')
    expect(await run('None', 'colour = blue')).toMatchObject([
      { status: 'Failed', detail: expect.stringContaining('colour') },
    ])
  })

  it('keeps the last runs of a report', async () => {
    await using smtp = await startSmtp({ security: 'none' })
    const site = await mailSite(smtp)
    const report = await site.report({ cron: '@hourly' })
    for (let run = 0; run < reportLimits.runs + 3; run += 1) {
      site.advance(3600)
      await site.work()
    }
    const { items } = await site.as<{ items: ReportRun[] }>('GET', `reports/${report.id}/runs?limit=1000`)
    expect(items).toHaveLength(reportLimits.runs)
    expect(items[0]?.dueAt).toBe('2026-11-22T13:00:00.000Z')
  })
})
