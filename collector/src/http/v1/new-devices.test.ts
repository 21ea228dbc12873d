import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { expect, it } from 'vitest'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { computer } from '../../ingest/testing/documents.ts'
import { ping } from '../../ingest/testing/observations.ts'
import { nowOf } from '../../lib/context.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { recordScan } from '../../scanning/segments/record-scan.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { ruleApp } from '../testing/rules.ts'

describeOnEitherEngine('the rule for new devices', ({ open }) => {
  const setUp = async () => {
    const test = await ruleApp(await open())
    const { ctx, addAuditService } = test
    await test.createRule({ name: 'New device', trigger: 'device-added' })
    const auditServiceId = await addAuditService()
    const ingest = createIngest(ctx)
    return {
      ...test,
      segment: async (name: string) => {
        const input = { name, type: 'address-list', addresses: ['10.1.0.0/16'], auditServiceId }
        return (await createSegment(ctx, createSegmentSchema.parse(input))).id
      },
      complete: (segmentId: string) => ctx.store.write((tx) => recordScan(tx, segmentId, nowOf(ctx))),
      /** Reports a host that a scan of the segment found. */
      find: (segmentId: string, number: number) => {
        const mac = `00:1b:21:00:00:${number.toString(16).padStart(2, '0')}`
        const observation = ping(number, `10.1.0.${number}`, mac)
        return ingest.submit({ siteId: ctx.siteId, observation, actor: 'Berlin', segmentId })
      },
    }
  }

  it('opens no finding for the devices of the first scan of a segment, and one for each later device', async () => {
    const { segment, complete, find, list, only } = await setUp()
    const office = await segment('Office')
    for (let number = 1; number <= 40; number++) await find(office, number)
    expect(await list()).toEqual([])
    await complete(office)
    await find(office, 40)
    expect(await list()).toEqual([])
    const { deviceId } = await find(office, 41)
    expect(await only()).toMatchObject({ device: { id: deviceId }, detail: 'Entered the inventory' })
  })

  it('opens none for a segment that was added later, while others are scanned every day', async () => {
    const { segment, complete, find, list } = await setUp()
    const office = await segment('Office')
    await find(office, 1)
    await complete(office)
    await find(await segment('Branch'), 2)
    expect(await list()).toEqual([])
    await find(office, 3)
    expect(await list()).toHaveLength(1)
  })

  it('opens none for an imported device', async () => {
    const { post, list } = await setUp()
    expect((await post('/api/v1/imports', computer)).status).toBe(201)
    expect(await list()).toEqual([])
  })
})
