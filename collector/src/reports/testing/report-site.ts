import { type CreateReport, type Report, type ReportRun, reportRunListSchema } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { issueToken } from '../../access/registrations/issue-token.ts'
import { testSite } from '../../activity/testing/site.ts'
import { testApp } from '../../http/testing/app.ts'
import { newCaller } from '../../http/testing/caller.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { snmp } from '../../ingest/testing/observations.ts'
import { reportTables } from '../../store/schema/reports.ts'
import type { Store } from '../../store/store.ts'
import { runHandler } from '../prepare-run.ts'
import { runDueReports } from '../run-due-reports.ts'

/** For tests: a report every Monday at six in Berlin. */
export const weekly = { name: 'Toner', cron: '0 6 * * MON', timeZone: 'Europe/Berlin', recipients: ['it@example.org'] }

/** For tests: creates a site with an Administrator who owns a view of devices, and does the work of the outbox. */
export async function reportSite(
  store: Store,
  { ca, outbound }: { ca?: string[]; outbound?: Parameters<typeof testApp>[1] } = {},
) {
  const app = await testApp(store, outbound)
  const { ctx, call } = app
  const owner = await newCaller(app, { name: 'Anna', capabilities: ['Administrator'] })
  // A token lasts for an hour, and the clock of a test moves by days.
  const token = async () => (await issueToken(ctx, owner.client)).accessToken
  const site = testSite(ctx, ca ? { ca } : {})
  const ingest = createIngest(ctx)
  const as = async <T>(method: string, path: string, json?: object, caller?: string): Promise<T> => {
    const sent = { token: caller ?? (await token()), ...(json && { json }) }
    const answer = await call(method, `/api/v1/${path}`, sent)
    const body = answer.status === 204 ? undefined : await answer.json()
    expect(answer.status, JSON.stringify(body)).toBeLessThan(300)
    return body as T
  }
  const view = (fields: Partial<View> = {}) =>
    as<View>('POST', 'views', { name: 'Everything', list: 'devices', parameters: {}, ...fields })
  const handler = runHandler(ctx, { baseUrl: 'https://rollcall.example.org', exportList: app.exportList })
  return {
    ...app,
    ...site,
    owner,
    token,
    as,
    view,
    addDevice: (address: string, fields: object = {}) =>
      ingest.submit({ siteId: ctx.siteId, observation: snmp(0, address, fields), actor: 'test' }),
    report: async (fields: Partial<CreateReport> = {}) =>
      as<Report>('POST', 'reports', { ...weekly, viewId: fields.viewId ?? (await view()).id, ...fields }),
    /** Queues the due runs, reads their lists, and makes one attempt for each delivery. */
    async work(signal = AbortSignal.timeout(30_000)): Promise<number[]> {
      await runDueReports(ctx)
      const { reportRuns } = store.tables(reportTables)
      const waiting = await store.read((db) => db.select().from(reportRuns).where(eq(reportRuns.status, 'Waiting')))
      for (const { id } of waiting) await handler(id, signal)
      return site.attempt()
    },
    handler,
    runsOf: async ({ id }: { id: string }): Promise<ReportRun[]> =>
      reportRunListSchema.parse(await as('GET', `reports/${id}/runs`)).items,
  }
}
