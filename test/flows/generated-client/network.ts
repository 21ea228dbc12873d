import { deepEqual, equal, match, ok } from 'node:assert/strict'
import type { Segment } from './client.ts'
import { type Client, streamUntil } from './connect.ts'

/** Audit Services, credentials, schedules, segments, the tasks that come of them, and the map. */
export async function walkNetwork(api: Client): Promise<void> {
  const { data: services } = await api.auditServices.listAuditServices()
  const [service] = services.items
  ok(service)
  await api.auditServices.updateAuditService(service.id, { name: 'Walked' })
  equal((await api.auditServices.getAuditService(service.id)).data.name, 'Walked')

  const segment = await makeSegment(api, service.id)
  await scan(api, segment)
  await api.segments.deleteSegment(segment.id)

  const { data: map } = await api.topology.getTopology()
  const { data: endpoints } = await api.topology.listTopologyEndpoints({ q: 'nobody' })
  deepEqual([map.nodes, map.links, endpoints.total], [[], [], 0])
  // Without a switch the map has no node that can get a position.
  const { data: moved } = await api.topology.updateTopologyPositions({ positions: { 'access-1-2': null } })
  deepEqual((await api.topology.getTopologyPositions()).data, moved)
  await api.topology.resetTopologyPositions()
  deepEqual((await api.topology.getTopologyPositions()).data, { positions: {} })

  const { data: token } = await api.auditServices.createAuditServiceJoinToken(service.id)
  match(token.token, /^rcj1\./)
  await api.auditServices.deleteAuditService(service.id)
}

async function makeSegment(api: Client, auditServiceId: string): Promise<Segment> {
  const { data: credential } = await api.credentials.createCredential({
    name: 'Switches',
    kind: 'snmp-community',
    version: 'v2c',
    community: 'not-public',
  })
  const { data: renamed } = await api.credentials.updateCredential(credential.id, { name: 'All switches' })
  equal(renamed.name, 'All switches')
  deepEqual((await api.credentials.getCredential(credential.id)).data, renamed)
  equal((await api.credentials.listCredentials()).data.total, 1)

  const { data: preview } = await api.schedules.previewSchedule({ cron: '0 2 * * *' })
  equal(preview.nextRuns.length, 5)
  const { data: schedule } = await api.schedules.createSchedule({ name: 'Nightly', kind: 'scan', cron: '0 2 * * *' })
  const { data: paused } = await api.schedules.updateSchedule(schedule.id, { enabled: false })
  deepEqual((await api.schedules.getSchedule(schedule.id)).data, paused)
  equal((await api.schedules.listSchedules({ kind: 'scan' })).data.items[0]?.nextRun, null)

  const { data: segment } = await api.segments.createSegment({
    name: 'This machine',
    type: 'address-list',
    auditServiceId,
    addresses: ['127.0.0.1'],
    credentialIds: [credential.id],
    scanScheduleId: schedule.id,
    scanOptions: { tcpPorts: [] },
  })
  equal((await api.segments.listSegments({ type: 'address-list' })).data.total, 1)
  const ofHost = { segmentId: segment.id, address: '127.0.0.1' }
  const { data: tried } = await api.credentials.testCredential(credential.id, ofHost)
  await streamUntil(await api.tasks.streamTaskEvents(tried.taskId), '"finishedAt":"2')
  const { data: bare } = await api.segments.updateSegment(segment.id, { scanScheduleId: null, credentialIds: [] })
  deepEqual((await api.segments.getSegment(segment.id)).data, bare)
  // Suggestions come from networks of this machine, which may have none.
  const { items: suggestions } = (await api.segments.listSegmentSuggestions()).data
  ok(suggestions.every(({ network, auditService }) => network?.includes('/') && auditService !== null))
  await api.schedules.deleteSchedule(schedule.id)
  await api.credentials.deleteCredential(credential.id)
  return bare
}

async function scan(api: Client, segment: Segment): Promise<void> {
  const { data: accepted } = await api.segments.scanSegment(segment.id, { audit: true })
  await streamUntil(await api.tasks.streamTaskEvents(accepted.taskId), '"status":"Success"')
  const { data: task } = await api.tasks.getTask(accepted.taskId)
  equal(task.progress.hostsFound, 1)
  const { data: hosts } = await api.tasks.listTaskHosts(accepted.taskId, { since: task.createdAt })
  deepEqual([hosts.total, hosts.items[0]?.address], [1, '127.0.0.1'])
  equal((await api.tasks.listTasks({ kind: 'scan', status: 'Success' })).data.total, 1)
  const { data: repeated } = await api.tasks.auditTaskHosts(accepted.taskId, { addresses: ['127.0.0.1'] })
  await streamUntil(await api.tasks.streamTaskEvents(repeated.taskId), '"finishedAt":"2')

  const { data: found } = await api.devices.listDevices({ segmentId: segment.id })
  const [device] = found.items
  ok(device)
  const { data: audit } = await api.devices.auditDevice(device.id)
  equal(audit.status, 'Queued')
  const { data: again } = await api.segments.scanSegment(segment.id)
  equal((await api.tasks.cancelTask(again.taskId)).data.status, 'Cancelled')
}
