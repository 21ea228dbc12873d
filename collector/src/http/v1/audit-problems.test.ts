import type { List } from '@rollcall/shared/api/common.ts'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { Finding } from '@rollcall/shared/api/finding.ts'
import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { type AuditReason, type HostAudit, hostAuditOf, untried } from '@rollcall/shared/messages/host-audit.ts'
import { expect, it } from 'vitest'
import { eventsAfter } from '../../activity/events/list-events.ts'
import { recordListener } from '../../activity/events/listeners.ts'
import { sequenceEvents } from '../../activity/events/sequence-events.ts'
import { devicesMatching } from '../../devices/query/devices-matching.ts'
import { subjectsMatching } from '../../devices/query/subjects-matching.ts'
import { evaluateRules } from '../../findings/evaluation/evaluate-rules.ts'
import { insertDefaultRules } from '../../findings/rules/default-rules.ts'
import { acceptHost } from '../../ingest/accept/accept-host.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { readingOf } from '../../ingest/reading/reading.ts'
import { at, ping, snmp } from '../../ingest/testing/observations.ts'
import { nowOf } from '../../lib/context.ts'
import { recordFinished } from '../../scanning/tasks/record-progress.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const [address, other] = ['10.0.0.5', '10.0.0.6']
const mac = '00:1b:21:00:00:05'
const switchAt = (minutes: number, where: string) =>
  snmp(minutes, where, { serialNumber: 'S-5', macAddresses: [mac], hostname: 'core' })
const refused = (reason: AuditReason) =>
  hostAuditOf([{ protocol: 'snmp-v3', port: 161, user: 'auditor', reason }], false)

describeOnEitherEngine('a device that an earlier scan could read', ({ open }) => {
  async function setUp() {
    const test = await testApp(await open())
    const { ctx, call, addAuditService, advance } = test
    const serviceId = await addAuditService()
    const json = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses: ['10.0.0.0/24'] }
    const { id: segmentId } = (await (await call('POST', '/api/v1/segments', { json })).json()) as { id: string }
    const ingest = createIngest(ctx)
    let minutes = 0
    /** Runs a whole scan with these results of hosts. */
    const scan = async (...hosts: [Observation, HostAudit | undefined][]) => {
      const response = await call('POST', `/api/v1/segments/${segmentId}/scan`)
      const { taskId } = (await response.json()) as { taskId: string }
      const head = { version: 1 as const, taskId, attempt: 1, at: at(minutes) }
      for (const [observation, audit] of hosts) {
        const reading = await readingOf(observation)
        const where = observation.network?.ipAddress ?? ''
        const host = { ...head, id: newId(), kind: 'host' as const, address: where, reading, audit }
        await acceptHost(ctx, ingest, createReader(ctx), host, serviceId)
      }
      const counts = { addressesTotal: 1, addressesDone: 1, hostsFound: hosts.length, audited: 0, failed: 0 }
      const end = { ...head, id: newId(), kind: 'finished' as const, outcome: { status: 'Success' as const } }
      await recordFinished(ctx, { taskId, attempt: 1, serviceId }, { ...end, progress: { attempt: 1, ...counts } })
      minutes += 10
      advance(600)
      return taskId
    }
    const list = async (query: string) => {
      const { items } = (await (await call('GET', `/api/v1/devices?${query}`)).json()) as List<DeviceListItem>
      return items
    }
    const device = async () => {
      const [{ id } = { id: '' }] = await list('q=core')
      return (await (await call('GET', `/api/v1/devices/${id}`)).json()) as Device
    }
    const unread = (reason: AuditReason) => [ping(minutes, address, mac), refused(reason)] as [Observation, HostAudit]
    const read = () => [switchAt(minutes, address), untried('read')] as [Observation, HostAudit]
    return { ...test, scan, list, device, unread, read, now: () => minutes }
  }

  it('has a problem with its reason, from the first scan that cannot read it until one can', async () => {
    const { ctx, call, scan, list, device, unread, read } = await setUp()
    await recordListener(ctx, ctx.siteId)
    await scan(read())
    expect((await device()).auditProblem).toBeNull()
    const firstFailed = at(10)
    await scan(unread('wrong-authentication'))
    await scan(unread('wrong-authentication'))
    const taskId = await scan(unread('unknown-user'))
    expect((await device()).auditProblem).toMatchObject({
      ...{ since: firstFailed, lastRead: at(0), taskId, state: 'notAudited', reason: 'unknown-user' },
      text: 'SNMPv3 user auditor: the agent does not know this user',
      attempts: [{ protocol: 'snmp-v3', port: 161, user: 'auditor', reason: 'unknown-user' }],
    })
    expect((await list('auditProblem=true')).map(({ name }) => name)).toEqual(['core'])
    expect(await list('auditProblem=false')).toEqual([])
    const summary = (await (await call('GET', '/api/v1/summary')).json()) as SiteSummary
    expect(summary.devices.unreadable).toBe(1)
    await scan(read())
    expect((await device()).auditProblem).toBeNull()
    expect(await list('auditProblem=true')).toEqual([])

    await sequenceEvents(ctx, async () => undefined)
    const events = await eventsAfter(ctx, ctx.siteId, { batch: 0, id: '' }, 1_000)
    const ofProblems = events.filter(({ type }) => type === 'device.unreadable' || type === 'device.readable')
    expect(ofProblems.map(({ type, data }) => [type, data['reason']])).toEqual([
      ['device.unreadable', 'wrong-authentication'],
      ['device.unreadable', 'unknown-user'],
      ['device.readable', undefined],
    ])
    const ended = events.filter(({ type, data }) => type === 'task.changed' && 'hosts' in data)
    expect(ended.map(({ data }) => data['hosts'])).toMatchObject([
      { hostsFound: 1, audited: 1, notAudited: 0, failed: 0, reasons: [{ reason: 'read', hosts: 1 }] },
      ...[1, 2].map(() => ({ audited: 0, notAudited: 1, reasons: [{ reason: 'wrong-authentication', hosts: 1 }] })),
      { audited: 0, notAudited: 1, reasons: [{ reason: 'unknown-user', hosts: 1 }] },
      { audited: 1 },
    ])
  })

  it('has a finding with the reason, until a scan reads it again', async () => {
    const { ctx, call, scan, unread, read, advance } = await setUp()
    await ctx.store.write((tx) => insertDefaultRules(tx, ctx.siteId, nowOf(ctx)))
    const findings = async () => {
      advance(60)
      await evaluateRules(ctx, timeOf(ctx), { subjects: subjectsMatching, devices: devicesMatching })
      const { items } = (await (await call('GET', '/api/v1/findings')).json()) as List<Finding>
      return items.filter(({ ruleOrigin }) => ruleOrigin === 'not-audited')
    }
    await scan(read())
    expect(await findings()).toEqual([])
    await scan(unread('wrong-authentication'))
    expect(await findings()).toMatchObject([
      {
        ruleName: 'Last scan could not read it',
        detail: 'SNMPv3 user auditor: user known, wrong authentication passphrase or protocol',
        device: { name: 'core' },
      },
    ])
    await scan(read())
    await findings()
    expect(await findings()).toEqual([])
  })

  it('is named with its reason by the event of its task, as are hosts that no scan ever read', async () => {
    const { ctx, scan, unread } = await setUp()
    await recordListener(ctx, ctx.siteId)
    const crowd = Array.from({ length: 25 }, (_, index): [Observation, HostAudit] => [
      ping(0, `10.0.0.${100 + index}`, `00:1b:21:00:01:${10 + index}`),
      index === 24 ? refused('wrong-authentication') : index === 23 ? untried('ping-only') : refused('no-answer'),
    ])
    await scan(unread('unknown-user'), ...crowd)
    await sequenceEvents(ctx, async () => undefined)
    const events = await eventsAfter(ctx, ctx.siteId, { batch: 0, id: '' }, 1_000)
    const ended = events.find(({ type, data }) => type === 'task.changed' && 'hosts' in data)
    const { unread: named = [] } = (ended?.data['hosts'] ?? {}) as { unread?: { address: string; reason: string }[] }
    expect(named.slice(0, 3)).toMatchObject([
      {
        ...{ address: '10.0.0.124', deviceId: expect.any(String), state: 'notAudited', reason: 'wrong-authentication' },
        text: 'SNMPv3 user auditor: user known, wrong authentication passphrase or protocol',
      },
      { address, reason: 'unknown-user' },
      { address: '10.0.0.100', reason: 'no-answer' },
    ])
    expect(named).toHaveLength(20)
    expect(named.map(({ reason }) => reason)).not.toContain('ping-only')
  })

  it.each([
    ['is only pinged', 'ping-only'],
    ['is scanned by an Audit Service without reasons', 'not-reported'],
  ] as const)('has no problem if it %s', async (_what, reason) => {
    const { scan, device, unread, read } = await setUp()
    await scan(read())
    await scan(unread(reason))
    expect((await device()).auditProblem).toBeNull()
  })

  it('has no problem if the same scan reads it at another address', async () => {
    const { scan, device, unread, now } = await setUp()
    await scan([switchAt(0, address), untried('read')])
    await scan([switchAt(now() + 1, other), untried('read')], unread('no-answer'))
    expect((await device()).auditProblem).toBeNull()
  })

  it('has no problem if no scan ever read it', async () => {
    const { scan, list, unread } = await setUp()
    await scan(unread('wrong-authentication'))
    await scan(unread('wrong-authentication'))
    expect(await list('auditProblem=true')).toEqual([])
  })
})
