import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { acceptHost } from '../../ingest/accept/accept-host.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { createReader } from '../../ingest/reading/reader.ts'
import { readingOf } from '../../ingest/reading/reading.ts'
import { ping, snmp } from '../../ingest/testing/observations.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createCredential } from '../credentials/create-credential.ts'
import { createSegment } from '../segments/create-segment.ts'
import { updateSegment } from '../segments/update-segment.ts'
import { loadForDispatch } from './dispatch-task.ts'
import { getTask, listTasks } from './list-tasks.ts'
import { recordFinished, recordStarted } from './record-progress.ts'
import { requestScan } from './request-scan.ts'

const at = '2026-11-20T08:00:10.000Z'
const progress = { attempt: 1, addressesTotal: 256, addressesDone: 256, hostsFound: 4, audited: 1, failed: 0 }
const [auditedAddress, readAddress, ...newAddresses] = ['10.0.0.4', '10.0.0.5', '10.0.0.6', '10.0.0.9'] as const

describeOnBothEngines('a scan with an audit', ({ open }) => {
  async function setUp(fields: object = {}) {
    const test = await testContext(await open())
    const { ctx } = test
    const auditServiceId = await test.addAuditService()
    const community = { name: 'c', kind: 'snmp-community', version: 'v2c', community: 'secret' } as const
    const credentialIds = [(await createCredential(ctx, community)).id]
    const given = {
      name: 'Lab',
      type: 'ip-range',
      auditServiceId,
      addresses: ['10.0.0.0/24'],
      credentialIds,
      ...fields,
    }
    const segment = await createSegment(ctx, createSegmentSchema.parse(given))
    const ingest = createIngest(ctx)
    /** Runs a whole scan, which finds four hosts and can read one of them. */
    const scan = async (audit: boolean, onFound?: () => Promise<unknown>) => {
      const { taskId } = await requestScan(ctx, segment.id, { audit })
      const worker = { taskId, attempt: 1, serviceId: auditServiceId }
      const result = { version: 1 as const, taskId, attempt: 1, at }
      await recordStarted(ctx, worker, at, 256)
      for (const address of [auditedAddress, readAddress, ...newAddresses]) {
        const observation = address === readAddress ? snmp(1, address, { serialNumber: 'S-5' }) : ping(1, address)
        await acceptHost(
          ctx,
          ingest,
          createReader(ctx),
          { ...result, id: newId(), kind: 'host', address, reading: await readingOf(observation) },
          auditServiceId,
        )
      }
      await onFound?.()
      const outcome = { status: 'Success' as const }
      await recordFinished(ctx, worker, { ...result, id: newId(), kind: 'finished', outcome, progress })
      return taskId
    }
    await ingest.submit({ siteId: ctx.siteId, observation: ping(0, auditedAddress), actor: 'test' })
    const audits = async () => (await listTasks(ctx, { kind: 'audit', limit: 50, offset: 0 })).items
    return { ...test, auditServiceId, segment, scan, audits }
  }

  it('is followed by an audit of new devices that it could not read, and no others', async () => {
    const { ctx, segment, auditServiceId, scan, audits, woken } = await setUp()
    const before = woken()
    await scan(true)
    expect(woken()).toBeGreaterThan(before)
    const [audit, ...others] = await audits()
    expect(others).toEqual([])
    const request = { deviceId: null, requestedBy: 'Test app' }
    expect(audit).toMatchObject({ status: 'Queued', segmentId: segment.id, auditServiceId, ...request })
    expect((await loadForDispatch(ctx, audit?.id ?? ''))?.task.addresses).toEqual(newAddresses)
  })

  it.each([
    ['it was not requested', false, {}],
    ['the segment is only pinged', true, { scanOptions: { pingOnly: true } }],
    ['there is no credential to read them with', true, { credentialIds: [] }],
  ])('queues none if %s', async (_why, audit, fields) => {
    const { scan, audits } = await setUp(fields)
    await scan(audit)
    expect(await audits()).toEqual([])
  })

  it('ends well if the segment lost its Audit Service meanwhile', async () => {
    const { ctx, segment, scan, audits } = await setUp()
    const taskId = await scan(true, () => updateSegment(ctx, segment.id, { auditServiceId: null }))
    expect(await getTask(ctx, taskId)).toMatchObject({ status: 'Success' })
    expect(await audits()).toEqual([])
  })
})
