import { expect, it } from 'vitest'
import { createIdentityJunk } from '../../identity/junk/edit-junk.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testIngest } from '../testing/ingest.ts'
import { agent, type Seen, seen, snmp } from '../testing/observations.ts'

const junk: Seen = {
  manufacturer: 'ACME',
  serialNumber: 'To Be Filled By O.E.M.',
  biosUuid: '03000200-0400-0500-0006-000700080009',
  macAddresses: ['00:00:00:00:00:00'],
  hostname: 'localhost',
}

describeOnBothEngines('a host that reports only junk', ({ open }) => {
  it('is one device by its agent and by its address, however often it reports', async () => {
    const { submit } = testIngest(await open())
    const hours = Array.from({ length: 24 }, (_, hour) => hour * 60)
    const byAgent = new Set<string>()
    const byService = new Set<string>()
    for (const minutes of hours) {
      byAgent.add((await submit(agent(minutes, { ...junk, agentId: 'agent-1' }))).deviceId)
      byService.add((await submit(snmp(minutes, '10.0.0.9', junk))).deviceId)
    }
    expect([byAgent.size, byService.size]).toEqual([1, 1])
  })

  it.each(['Import', 'Manual'] as const)('is rejected with a reason in a document (%s)', async (source) => {
    const { submit } = testIngest(await open())
    for (const identity of [junk, {}]) {
      await expect(submit(seen(0, { ...identity, source }))).rejects.toMatchObject({ code: 'not_identifiable' })
    }
  })

  it('is rejected if the site lists all its values as junk', async () => {
    const { submit, ctx } = testIngest(await open())
    const document = () => seen(0, { source: 'Import', manufacturer: 'Dell Inc.', serialNumber: 'DOCK1234' })
    await submit(document())
    const admin = { ...ctx, actor: { ...ctx.actor, capabilities: ['Administrator' as const] } }
    await createIdentityJunk(admin, { kind: 'serial', value: 'dell/dock1234', reason: null })
    await expect(submit(document())).rejects.toMatchObject({ code: 'not_identifiable' })
  })

  it('is stored if a person creates the device', async () => {
    const { submit } = testIngest(await open())
    const projector = seen(1, { source: 'Manual', name: 'Projector' })
    expect(await submit(projector, { onlyNew: true })).toMatchObject({ isNew: true })
  })
})
