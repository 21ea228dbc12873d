import { deepEqual, equal, ok } from 'node:assert/strict'
import type { View } from './client.ts'
import { type Client, until } from './connect.ts'

/** A view of devices, and a report that reads it. */
export async function walkReports(api: Client): Promise<void> {
  const view = await makeView(api)
  await report(api, view)
  await api.views.deleteView(view.id)
  equal((await api.views.listViews()).data.total, 0)
}

async function makeView(api: Client): Promise<View> {
  const { data: view } = await api.views.createView({
    name: 'Computers',
    list: 'devices',
    parameters: { type: 'computer' },
  })
  const { data: shared } = await api.views.updateView(view.id, { name: 'All computers', shared: true })
  deepEqual([shared.name, shared.shared], ['All computers', true])
  deepEqual((await api.views.getView(view.id)).data, shared)
  equal((await api.views.takeOverView(view.id)).data.owner?.name, 'generated')
  deepEqual(
    (await api.views.listViews({ list: 'devices' })).data.items.map(({ id }) => id),
    [view.id],
  )
  return shared
}

async function report(api: Client, view: View): Promise<void> {
  const { data: created } = await api.reports.createReport({
    name: 'Computers every Monday',
    viewId: view.id,
    cron: '0 6 * * MON',
    recipients: ['it@example.org'],
  })
  deepEqual([created.view?.name, created.owner?.name, created.lastRun], ['All computers', 'generated', null])
  const { data: disabled } = await api.reports.updateReport(created.id, { enabled: false })
  equal(disabled.nextRun, null)
  deepEqual((await api.reports.getReport(created.id)).data, disabled)
  equal((await api.reports.takeOverReport(created.id)).data.owner?.name, 'generated')
  equal((await api.reports.listReports()).data.items[0]?.id, created.id)

  const { data: run } = await api.reports.runReport(created.id)
  const ended = await until('the end of the run', async () => {
    const { data: runs } = await api.reports.listReportRuns(created.id)
    return runs.items.find(({ finishedAt }) => finishedAt !== null)
  })
  deepEqual([ended.id, ended.trigger], [run.id, 'manual'])
  const { data: computers } = await api.devices.listDevices({ type: 'computer' })
  ok(computers.total > 0)
  equal(ended.rows, computers.total)
  await api.reports.deleteReport(created.id)
  equal((await api.reports.listReports()).data.total, 0)
}
