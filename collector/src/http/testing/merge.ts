import type { Device } from '@rollcall/shared/api/device.ts'
import type { MergedDevice, UnmergedDevices } from '@rollcall/shared/api/device-merge.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect } from 'vitest'
import { joinAgent } from '../../enrollment/agents/join-agent.ts'
import { recordAgents } from '../../enrollment/agents/record-agent.ts'
import { createJoinToken } from '../../enrollment/join-tokens/create-join-token.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { nowOf } from '../../lib/context.ts'
import { testApp } from './app.ts'

/** Reports of an agent on a machine, and of a scan of the same machine with a new mainboard. */
export const pc: Seen = {
  hostname: 'pc1',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  machineId: '0f3a8c1b5d2e4f60918273645546372a',
  macAddresses: ['00:1b:21:3c:9d:f8'],
  ipAddresses: ['10.0.0.1'],
  software: [
    { name: 'bash', version: '5.2', publisher: 'GNU' },
    { name: 'vim', version: '9.1', publisher: 'Vim' },
  ],
  network: {
    ipAddress: '10.0.0.1',
    interfaces: [{ name: 'eth0', macAddress: '00:1b:21:3c:9d:f8', addresses: [{ address: '10.0.0.1' }] }],
  },
}
export const twin: Seen = {
  hostname: 'pc1-new',
  serialNumber: 'ABC1234',
  manufacturer: 'Dell Inc.',
  macAddresses: ['00:1b:21:aa:bb:cc'],
  hardware: { system: { manufacturer: 'Dell Inc.', model: 'OptiPlex', serialNumber: 'ABC1234' } },
}

/** For tests: creates two records that may be one device, and the calls that merge and unmerge them. */
export async function mergeApp(store: Parameters<typeof testApp>[0]) {
  const test = await testApp(store)
  const { call, ctx, advance } = test
  advance(3_600)
  const ingest = createIngest(ctx)
  const submit = (observation: Observation) =>
    ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent', raw: Buffer.from('raw') })
  const { deviceId: survivorId } = await submit(agent(1, pc))
  const { deviceId: otherId, snapshotId: otherSnapshotId } = await submit(snmp(2, '10.0.0.2', twin))
  advance(60)
  const path = (id: string) => `/api/v1/devices/${id}`
  const post = (where: string, json: object) => call('POST', where, { json })
  const answer = async <T>(response: Promise<Response>, status = 200) => {
    const got = await response
    expect(got.status).toBe(status)
    return (await got.json()) as T
  }
  return {
    ...test,
    submit,
    survivorId,
    otherId,
    otherSnapshotId,
    path,
    post,
    answer,
    get: <T = Device>(where: string) => answer<T>(call('GET', where)),
    edit: (id: string, json: object) => answer(call('PATCH', path(id), { json })),
    tag: async (id: string, name: string) => {
      await call('POST', '/api/v1/tags', { json: { name } })
      await answer(post(`${path(id)}/tags`, { tagName: name }))
    },
    merge: (id: string, other: string, dryRun = false) =>
      answer<MergedDevice & { mergeId: string }>(post(`${path(id)}/merge`, { otherId: other, dryRun })),
    unmerge: (id: string, mergeId: string) => answer<UnmergedDevices>(post(`${path(id)}/unmerge`, { mergeId })),
  }
}
/** For tests: creates both devices with everything that a merge touches. */
export async function furnished(store: Parameters<typeof testApp>[0]) {
  const test = await mergeApp(store)
  const { submit, edit, tag, survivorId, otherId, ctx } = test
  await submit(agent(3, { ...pc, software: [{ name: 'bash', version: '5.3', publisher: 'GNU' }] }))
  await submit(ping(4, '10.0.0.2', '00:1b:21:aa:bb:cc', 'pc1.example.com'))
  await edit(survivorId, { customFields: { owner: 'Ada', floor: 3 } })
  await edit(otherId, { assetTag: 'INV-7', customFields: { owner: 'Bob', room: 'B12' } })
  await tag(survivorId, 'Office')
  await tag(otherId, 'Office')
  await tag(otherId, 'Audited')
  const { secret } = await createJoinToken(ctx, { for: 'agent', uses: 1, ttlSeconds: 3_600 })
  const { agentId } = await joinAgent(ctx, { secret, hostname: 'pc1-new', version: '1' })
  await ctx.store.write((tx) =>
    recordAgents(
      tx,
      [
        {
          delivery: { siteId: ctx.siteId, agentId },
          outcome: { status: 'stored', deviceId: otherId, snapshotId: null },
        },
      ],
      nowOf(ctx),
    ),
  )
  return test
}
