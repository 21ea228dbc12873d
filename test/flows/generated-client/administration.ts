import { deepEqual, equal, ok } from 'node:assert/strict'
import { type Client, streamUntil } from './connect.ts'

/** Sites and their settings, who may call, who may join, and what is told of it all. */
export async function walkAdministration(api: Client, siteId: string): Promise<void> {
  const { data: site } = await api.sites.createSite({ name: 'Branch' })
  const { data: renamed } = await api.sites.renameSite(site.id, { name: 'Branch office' })
  deepEqual((await api.sites.getSite(site.id)).data, renamed)
  deepEqual((await api.sites.listSites()).data.items.map(({ id }) => id).sort(), [siteId, site.id].sort())

  await settings(api)
  await callers(api, siteId)
  await joining(api)

  const events = await api.notifications.streamEvents({ types: 'device.added' })
  const { data: device } = await api.devices.createDevice({ name: 'heard-of', serialNumber: 'HEARD-1' })
  ok((await streamUntil(events, device.id)).includes('event: device.added'))
  const { data: usage } = await api.usage.getUsage()
  ok(usage.transactions > 50)
}

async function settings(api: Client): Promise<void> {
  const { data: patched } = await api.sites.updateSiteSettings({ retention: { snapshotsPerDevice: 20 } })
  equal(patched.retention.snapshotsPerDevice, 20)
  equal((await api.sites.getSiteSettings()).data.retention.snapshotsPerDevice, 20)
  equal((await api.sites.getSnapshotStorageState()).data.enabled, false)
  const { data: storage } = await api.sites.testSnapshotStorage({ bucket: 'inventory' })
  deepEqual([storage.ok, storage.problem], [false, 'incomplete_settings'])
  equal((await api.sites.testMail()).data.problem, 'incomplete_settings')
}

async function callers(api: Client, siteId: string): Promise<void> {
  const { data: created } = await api.appRegistrations.createAppRegistration({
    name: 'CMDB',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    siteIds: [siteId],
  })
  ok(created.clientSecret.length >= 32)
  const { data: disabled } = await api.appRegistrations.updateAppRegistration(created.id, { enabled: false })
  deepEqual((await api.appRegistrations.getAppRegistration(created.id)).data, disabled)
  ok((await api.appRegistrations.listAppRegistrations()).data.items.some(({ id }) => id === created.id))
  await api.appRegistrations.deleteAppRegistration(created.id)
  deepEqual((await api.notifications.listAlerts()).data.items, [])
  equal((await api.notifications.listNotifications({ status: 'Failed' })).data.total, 0)
}

async function joining(api: Client): Promise<void> {
  const { data: token } = await api.auditServices.createJoinToken({ for: 'agent', uses: 5, tag: 'Laptops' })
  equal((await api.auditServices.getJoinToken(token.id)).data.usesLeft, 5)
  equal((await api.auditServices.listJoinTokens({ for: 'agent' })).data.items[0]?.id, token.id)
  await api.auditServices.deleteJoinToken(token.id)
  const { data: agents } = await api.agents.listAgents()
  const [agent] = agents.items
  ok(agent)
  deepEqual((await api.agents.getAgent(agent.id)).data.hostname, agent.hostname)
  await api.agents.deleteAgent(agent.id)
}
