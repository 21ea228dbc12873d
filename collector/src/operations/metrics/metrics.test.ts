import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { noMetrics } from '../../lib/metrics.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { taskTables } from '../../store/schema/scanning.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { resultSection, serviceSection } from './audit-service-section.ts'
import { createCounters } from './counters.ts'
import { createHeartbeatCache } from './heartbeats.ts'
import { createSections } from './sections.ts'
import { siteSection } from './site-section.ts'
import { storeSection } from './store-section.ts'

describeOnBothEngines('the metrics of a store', ({ open, engine }) => {
  async function setUp() {
    const test = await testContext(await open())
    const registry = new Registry()
    const sections = createSections(registry, test.ctx.log)
    const read = async (name: string) => {
      const lines = (await registry.metrics()).split('\n')
      return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    }
    return { ...test, sections, read }
  }

  it('count waiting messages and unfinished tasks, with the age of the oldest', async () => {
    const { ctx, sections, read, advance } = await setUp()
    const at = ctx.clock.now().toISOString()
    const messages = [1, 2, 3].map((number) => ({ kind: 'webhook', subjectId: `${number}`, lane: 'a' }))
    await ctx.store.write(async (tx) => {
      await enqueueAll(tx, messages, at)
      const task = {
        ...{ siteId: ctx.siteId, kind: 'scan' as const, requestedBy: 'test', expiresAt: at, attempt: 1 },
        input: { addresses: [], options: scanOptionsSchema.parse({}), credentialIds: [], audit: false },
        ...{ addressesTotal: 0, addressesDone: 0, hostsFound: 0, audited: 0, failed: 0, heartbeatsMissed: 0 },
      }
      await tx.insert(tx.tables(taskTables).tasks).values([
        { ...task, id: newId(), status: 'Queued', createdAt: at },
        { ...task, id: newId(), status: 'Success', createdAt: at },
      ])
    })
    advance(90)
    await ctx.store.write((tx) => enqueueAll(tx, [{ kind: 'webhook', subjectId: '4' }], ctx.clock.now().toISOString()))
    sections.add(storeSection(ctx))
    expect(await read('rollcall_outbox_messages')).toContain('rollcall_outbox_messages{kind="webhook"} 4')
    expect(await read('rollcall_outbox_oldest_age_seconds')).toEqual(
      ['task 0', 'cancel 0', 'revoke 0', 'mail 0', 'webhook 90'].map((each) => {
        const [kind, age] = each.split(' ')
        return `rollcall_outbox_oldest_age_seconds{kind="${kind}"} ${age}`
      }),
    )
    expect((await read('rollcall_tasks')).filter((line) => !line.endsWith(' 0'))).toEqual([
      'rollcall_tasks{kind="scan",status="Queued"} 1',
    ])
    expect(await read('rollcall_tasks_oldest_age_seconds')).toContain(
      'rollcall_tasks_oldest_age_seconds{kind="scan",status="Queued"} 90',
    )
    const [size = ''] = await read('rollcall_store_size_bytes')
    expect(Number(size.split(' ')[1])).toBeGreaterThan(4_000)
    expect(await read('rollcall_store_wal_size_bytes')).toHaveLength(engine === 'sqlite' ? 1 : 0)
    expect(await read('rollcall_metrics_section_up')).toEqual(['rollcall_metrics_section_up{section="store"} 1'])
  })

  it('name sites and Audit Services, once for several of one name', async () => {
    const { ctx, sections, read, addAuditService } = await setUp()
    const heartbeats = createHeartbeatCache()
    const [one, two, silent] = [await addAuditService(), await addAuditService(), await addAuditService()]
    await ctx.store.write((tx) => {
      const { auditServices } = tx.tables(enrollmentTables)
      return tx.update(auditServices).set({ lastSeen: ctx.clock.now().toISOString() })
    })
    const heartbeat = { version: '1', hostname: 'h', capabilities: [], runningTasks: [] }
    heartbeats.add(one, { ...heartbeat, spoolBytes: 10, spoolBytesMax: 100 })
    heartbeats.add(two, { ...heartbeat, spoolBytes: 30 })
    sections.add(serviceSection(ctx, { heartbeats }))
    const backlogs = [
      { serviceId: two, messages: 7, bytes: 700, oldest: new Date(ctx.clock.now().getTime() - 5_000) },
      { serviceId: silent, messages: 0, bytes: 0, oldest: undefined },
      { serviceId: 'deleted', messages: 9, bytes: 900, oldest: new Date() },
    ]
    sections.add(resultSection(ctx, { messaging: () => ({ resultBacklogs: async () => backlogs }) }))
    sections.add(siteSection(ctx))
    const labels = `{site="Test site ${ctx.siteId}",audit_service="Service"}`
    expect(await read('rollcall_audit_service_spool_bytes')).toEqual([`rollcall_audit_service_spool_bytes${labels} 30`])
    expect(await read('rollcall_audit_service_spool_limit_bytes')).toEqual([
      `rollcall_audit_service_spool_limit_bytes${labels} 100`,
    ])
    expect(await read('rollcall_result_stream_messages')).toEqual([`rollcall_result_stream_messages${labels} 7`])
    expect(await read('rollcall_result_stream_oldest_age_seconds')).toEqual([
      `rollcall_result_stream_oldest_age_seconds${labels} 5`,
    ])
    expect(await read('rollcall_quota_used_transactions')).toEqual([
      `rollcall_quota_used_transactions{site="Test site ${ctx.siteId}"} 0`,
    ])
    expect(await read('rollcall_quota_limit_transactions')).toEqual([])
    expect((await read('rollcall_metrics_section_up')).map((line) => line.at(-1))).toEqual(['1', '1', '1'])
  })

  it('count every outcome from 0, so that the first one is an increase', async () => {
    const registry = new Registry()
    const counters = createCounters(registry, createHeartbeatCache())
    expect(Object.keys(counters).toSorted()).toEqual(Object.keys(noMetrics).toSorted())
    const text = () => registry.metrics()
    expect(await text()).toContain('rollcall_deliveries_total{channel="webhook",result="failed"} 0')
    counters.deliveryAttempted('webhook', 'Failed')
    counters.requestStarted()
    counters.requestEnded({ method: 'BREW', route: '/*', status: 404, seconds: 0.2 })
    counters.eventSequenced('task.changed', { kind: 'scan', status: 'Failed' })
    expect(await text()).toContain('rollcall_deliveries_total{channel="webhook",result="failed"} 1')
    expect(await text()).toContain('rollcall_http_requests_total{route="/*",method="OTHER",status="4xx"} 1')
    expect(await text()).toContain('rollcall_http_requests_in_flight 0')
    expect(await text()).toContain('rollcall_task_changes_total{kind="scan",status="Failed"} 1')
  })
})
