import { taskAcceptedSchema } from '@rollcall/shared/api/task.ts'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Up } from '../../harness/rollcall.ts'
import { joinAgent } from './agents.ts'
import { hostileDevice, hostileText, importDevice } from './devices.ts'

/** Page to open: its path, its heading, and whether it shows names that others chose. */
export type HostilePage = { path: string; heading: string; showsNames: boolean }

const deviceTabs = ['hardware', 'system', 'software', 'network', 'audit', 'history', 'identity'] as const

const madeSchema = z.object({ id: z.string() })
const found = z.object({ items: z.array(madeSchema) })

/** A site on which all that devices, people and systems may name is markup, and where each page of it is. */
export async function fillHostileSite({ api, facts }: Up): Promise<HostilePage[]> {
  const name = hostileText
  const make = (path: string, body: object) => api.create(`/api/v1/${path}`, body, madeSchema)
  const change = async (path: string, body: object) => {
    const answer = await api.call('PATCH', `/api/v1/${path}`, { body })
    expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, expect.any(String)])
  }
  const first = async (path: string) => (await api.read(`/api/v1/${path}`, found)).items[0]?.id ?? ''

  // A computer, so that its packages are in the software catalog, with a neighbour that no segment covers.
  const neighbors = [{ port: name, protocol: 'lldp' as const, name, ipAddress: '198.51.100.7' }]
  const network = { ...hostileDevice.network, ipAddress: '192.0.2.7', neighbors }
  const deviceId = await importDevice(api, { ...hostileDevice, type: 'computer', network })
  // Two that live at once with one BIOS UUID are to be settled.
  const copy = (at: number) => {
    const identity = { biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7', macAddresses: [`00:0c:29:00:01:0${at}`] }
    return importDevice(api, { name, identity: { hostname: `copy-${at}`, ...identity } })
  }
  const copies = [await copy(1), await copy(2), await copy(1), await copy(2)]
  await change(`sites/${facts.siteId}`, { name })
  await change(`audit-services/${facts.auditServiceId}`, { name })
  await change(`users/${await first('users')}`, { name })
  const agent = await joinAgent(api, name)
  const os = { name }
  await agent.send({ name, hardware: { os }, truncated: [name, name] }, { 'User-Agent': `rollcall-agent/${name}` })
  expect((await agent.sendBody({ [name]: name })).status).toBe(400)
  await make('tags', { name })
  await make('app-registrations', { name })
  await make('ignore-list', { kind: 'name', pattern: `not-${name}` })
  await make('identity-junk', { kind: 'serial', value: `maker/${name}` })
  await make('credentials', { name, kind: 'snmp-community', version: 'v2c', community: 'public' })
  const { id: scanScheduleId } = await make('schedules', { name, kind: 'scan', cron: '0 7 * * MON', timeZone: 'UTC' })
  const webhook = { name, url: 'https://hooks.example/', enabled: false, events: ['*'] }
  await change('site/settings', { notifications: { webhooks: [webhook] } })
  const { id: viewId } = await make('views', { name, list: 'devices', parameters: { q: 'hostile' }, shared: true })
  await make('reports', { name, viewId, cron: '0 7 * * MON', recipients: ['it@example.org'], enabled: false })
  await make('rules', { name, query: 'lacks assetTag', severity: 'error' })
  await expect.poll(() => first('findings')).not.toBe('')
  const { auditServiceId } = facts
  const { id: segmentId } = await make('segments', {
    name,
    type: 'address-list',
    auditServiceId,
    addresses: ['no-such-host.invalid'],
    scanScheduleId,
  })
  const { taskId } = await api.create(`/api/v1/segments/${segmentId}/scan`, undefined, taskAcceptedSchema)

  const namedPage = (path: string, heading: string): HostilePage => ({ path, heading, showsNames: true })
  const silent = (path: string, heading: string): HostilePage => ({ path, heading, showsNames: false })
  return [
    namedPage('/', 'Dashboard'),
    namedPage('/devices', 'Devices'),
    namedPage(`/devices/${deviceId}`, name),
    ...deviceTabs.map((tab) => namedPage(`/devices/${deviceId}/${tab}`, name)),
    namedPage('/software', 'Software'),
    namedPage(`/software/${await first('software')}`, `${name} ${name}`),
    silent('/software/compliance', 'Compliance'),
    silent('/map', 'Map'),
    silent('/map?view=list', 'Map'),
    namedPage('/findings', 'Findings'),
    namedPage('/reviews', 'Reviews'),
    namedPage('/segments', 'Segments'),
    namedPage(`/segments/${segmentId}`, name),
    namedPage('/tasks', 'Tasks'),
    namedPage(`/tasks/${taskId}`, `Scan of ${name}`),
    namedPage('/suggestions', 'Suggestions'),
    namedPage('/changes', 'Changes'),
    namedPage(`/compare?device=${deviceId}&other=${copies[0]}`, 'Compare'),
    namedPage('/addresses?q=192.0.2.7', 'Address history'),
    silent('/api-documentation', 'API documentation'),
    namedPage('/account', 'Your account'),
    silent('/settings', 'Settings'),
    silent('/first-steps', 'First steps'),
    namedPage('/settings/sites', 'Sites'),
    silent('/settings/dates-and-times', 'Dates and times'),
    silent('/settings/users', 'Users'),
    silent('/settings/sign-in', 'Sign-in'),
    namedPage('/settings/app-registrations', 'App registrations'),
    silent('/settings/usage', 'API usage'),
    namedPage('/settings/audit-services', 'Audit Services'),
    namedPage('/settings/agents', 'Agents'),
    silent('/settings/join-tokens', 'Join tokens'),
    namedPage('/settings/schedules', 'Schedules'),
    namedPage('/settings/credentials', 'Credentials'),
    namedPage('/settings/tags', 'Tags'),
    namedPage('/settings/ignore-list', 'Ignore List'),
    namedPage('/settings/rules', 'Rules'),
    namedPage('/settings/identity', 'Identity'),
    silent('/settings/snapshot-storage', 'Snapshot storage'),
    namedPage('/settings/notifications', 'Notifications'),
    namedPage('/settings/reports', 'Reports'),
    silent('/settings/retention', 'Retention'),
  ]
}
