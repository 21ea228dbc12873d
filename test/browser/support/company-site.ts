import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { createCredentials, createSegment, joinFromInside } from '../../flows/support/audit-site.ts'
import { taskEnd } from '../../flows/support/inventory.ts'
import { type ClientCredentials, connectApi } from '../../harness/api-client.ts'
import { firstSignIn, openContext } from '../../harness/browser.ts'
import { daysLater } from '../../harness/moved-clock.ts'
import { addWideRange } from '../../harness/network/wide-range.ts'
import type { Network } from '../../harness/network.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { company } from './company.ts'
import { importDevice } from './devices.ts'

const madeSchema = z.object({ id: z.string() })
const foundSchema = z.object({ items: z.array(madeSchema) })

/** Reads the id of the first item of a list. */
export const firstId = async ({ api }: Up, path: string): Promise<string> =>
  (await api.read(`/api/v1/${path}`, foundSchema)).items[0]?.id ?? ''

/** A running collector with the site of a company, and its segment that nobody has scanned yet. */
export type CompanySite = { up: Up; campusId: string }

/**
 * Fills a data directory with weeks of a company's inventory, with the clock set back for each day, and leaves its
 * collector running. `network` needs `wideHost`.
 */
export async function fillCompanySite(browser: Browser, network: Network, dataDir: string): Promise<CompanySite> {
  const up = await importWeeks(browser, network, dataDir)
  const make = (path: string, body: object) => up.api.create(`/api/v1/${path}`, body, madeSchema)
  const change = (path: string, body: object) => up.api.call('PATCH', `/api/v1/${path}`, { body })
  await change(`sites/${up.facts.siteId}`, { name: 'Hamburg' })
  for (const [name, softwareGroup] of [
    ['endpoint-protection', 'Required'],
    ['teamviewer', 'Forbidden'],
  ])
    await change(`software/${await firstId(up, `software?groupBy=name&q=${name}`)}`, { softwareGroup })
  await make('tags', { name: 'Data centre', colour: '#1c7ed6' })
  for (const name of ['erp-db-1', 'erp-app-1', 'files-1', 'mail-1', 'build-2', 'backup-1'])
    await up.api.post(`/api/v1/devices/${await firstId(up, `devices?q=${name}`)}/tags`, { tagName: 'Data centre' })
  const { id: scanScheduleId } = await make('schedules', {
    ...{ name: 'Working days', kind: 'scan', cron: '30 6 * * MON-FRI', timeZone: 'Europe/Berlin' },
  })
  const { id: viewId } = await make('views', {
    ...{ name: 'Printers low on toner', list: 'devices', parameters: { query: 'supply < 20' }, shared: true },
  })
  const recipients = ['it@example.com']
  await make('reports', { name: 'Toner every Monday', viewId, cron: '0 7 * * MON', recipients, enabled: false })
  await make('users', { username: 'm.krause', name: 'Maren Krause', capabilities: ['StartAuditsOrScans'] })
  const { auditServiceId } = await joinFromInside(network, up, 'hamburg-1')
  const common = { auditServiceId, scanScheduleId }
  const credentialIds = await createCredentials(up.api, network)
  const segments = [
    { name: 'Plant', type: 'address-list' as const, addresses: ['plc.plant.invalid'] },
    { name: 'Laboratory', type: 'ip-range' as const, addresses: ['10.71.0.0/26'], credentialIds },
  ]
  for (const segment of segments) {
    const { id } = await createSegment(up.api, { ...segment, ...common })
    const { taskId } = await up.api.create(`/api/v1/segments/${id}/scan`, undefined, taskAcceptedSchema)
    await taskEnd(up.api, taskId)
  }
  const addresses = [await addWideRange(network, 74)]
  const scanOptions = { pingOnly: true, maxPacketsPerSecond: 8_000 }
  const campus = { name: 'Campus', type: 'ip-range' as const, addresses, scanOptions, ...common }
  return { up, campusId: (await createSegment(up.api, campus)).id }
}

async function importWeeks(browser: Browser, network: Network, dataDir: string): Promise<Up> {
  let credentials: ClientCredentials | undefined
  const args = ['--host', network.rootAddress, '--no-agent']
  for (const daysAgo of [27, 22, 19, 16, 12, 8, 5, 3, 1, 0]) {
    const up = await startUp({ dataDir, args, env: daysAgo === 0 ? {} : daysLater(-daysAgo) })
    if (!credentials) {
      const { context } = await openContext(browser)
      await firstSignIn(context, up)
      await context.close()
      const importer = { name: 'Asset import', capabilities: ['Administrator'] }
      credentials = await up.api.create('/api/v1/app-registrations', importer, createdAppRegistrationSchema)
    }
    const api = await connectApi(up.facts, credentials)
    for (const observation of company(daysAgo)) await importDevice(api, observation)
    if (daysAgo === 0) return { ...up, api }
    await up.stop()
  }
  throw new Error('the days end with today')
}
