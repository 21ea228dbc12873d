import { expect, it } from 'vitest'
import { listIdentifiers } from '../../devices/detail/list-identifiers.ts'
import { testIngest } from '../../ingest/testing/ingest.ts'
import { agent, at, ping, type Seen, seen, snmp } from '../../ingest/testing/observations.ts'
import { listMatches } from '../../snapshots/read/list-matches.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { createIdentityJunk } from '../junk/edit-junk.ts'
import { closeOutlivedReviews } from '../reviews/close-outlived-reviews.ts'
import { listReviews } from '../reviews/list-reviews.ts'

const page = { limit: 50, offset: 0 }
const uuid = '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7'
/** One of several copies of a virtual machine, all of one name. */
const copy = (number: number): Seen => ({
  hostname: 'web',
  biosUuid: uuid,
  macAddresses: [`00:0c:29:00:00:0${number}`],
})

describeOnBothEngines('reclustering', ({ open }) => {
  const setUp = async () => {
    const test = testIngest(await open())
    const admin = { ...test.ctx, actor: { ...test.ctx.actor, capabilities: ['Administrator' as const] } }
    const matchesOf = async (id: string) => (await listMatches(admin, id, page)).items
    return { ...test, admin, matchesOf }
  }

  it('explains a moved snapshot, and updates the reason of one that stayed', async () => {
    const { submit, matchesOf } = await setUp()
    const [first] = [await submit(agent(0, copy(1))), await submit(agent(1, copy(2)))]
    expect((await matchesOf(first.deviceId))[0]).toMatchObject({ decision: 'matched', matched: [{ kind: 'uuid' }, {}] })
    // The first is seen again after the other: they are two.
    await submit(agent(2, copy(1)))
    const { deviceId } = await submit(agent(3, copy(2)))
    expect(deviceId).not.toBe(first.deviceId)
    const oldest = (await matchesOf(deviceId)).at(-1)
    expect(oldest).toMatchObject({ decision: 'new', moved: { from: first.deviceId, by: 'Reconciliation' } })
    expect(oldest?.summary).toMatch(/^New device.*Moved here from device .* by Reconciliation on/)
    expect((await matchesOf(first.deviceId)).map(({ decision }) => decision)).toEqual(['matched', 'new'])
  })

  it('splits devices joined only by a junk value, each with its own history', async () => {
    const { submit, admin, matchesOf } = await setUp()
    const { deviceId } = await submit(agent(0, { hostname: 'pc', biosUuid: uuid, ipAddresses: ['10.0.0.1'] }))
    const other: Seen = { hostname: 'pc', biosUuid: uuid, ipAddresses: ['10.0.0.2'] }
    expect(await submit(agent(1, other))).toMatchObject({ deviceId })
    await createIdentityJunk(admin, { kind: 'uuid', value: uuid, reason: null })
    expect(await matchesOf(deviceId)).toHaveLength(1)
    const again = await submit(agent(2, other))
    expect(again.isNew).toBe(false)
    expect(again.deviceId).not.toBe(deviceId)
    expect(await matchesOf(again.deviceId)).toHaveLength(2)
    const { items } = await listIdentifiers(admin, deviceId, page)
    expect(items.map(({ kind }) => kind)).not.toContain('uuid')
  })

  it('opens no review again that closed because its earlier side is gone', async () => {
    const { submit, admin, clock } = await setUp()
    const installed = (number: number, address: string): Seen => ({
      ...{ hostname: 'pc', manufacturer: 'Dell Inc.', serialNumber: 'B7C0ND2', macAddresses: ['00:1b:21:3c:9d:f8'] },
      ...{ agentId: `agent-${number}`, machineId: `${number}f3a8c1b5d2e4f60918273645546372a` },
      ipAddresses: [address],
    })
    const day = 24 * 60
    await submit(agent(0, installed(1, '10.0.0.5')))
    for (const turn of [1, 20]) await submit(agent(turn * day, installed(2, '10.0.0.5')))
    expect((await listReviews(admin, page)).items).toHaveLength(1)
    clock.time = at(1_000_000 + 15 * day)
    await closeOutlivedReviews(admin, timeOf(admin))
    expect((await listReviews(admin, page)).items).toEqual([])
    // A late report takes a record of an answer to a ping along.
    const answer = await submit(ping(10 * day, '10.0.0.77'))
    const { deviceId } = await submit(agent(9 * day, installed(2, '10.0.0.77')))
    expect(answer.deviceId).not.toBe(deviceId)
    expect((await submit(ping(11 * day, '10.0.0.77'))).deviceId).toBe(deviceId)
    expect((await listReviews(admin, page)).items).toEqual([])
  })

  it('shows one form of a value that sources write differently, whatever the order of delivery', async () => {
    const member = (minutes: number, serialNumber: string) =>
      seen(minutes, { source: 'Import', hostname: 'sw-1', manufacturer: 'Cisco', serialNumber })
    const reported = [
      member(0, 'FOC1111A1AA'),
      member(1, 'FOC2222B2BB'),
      snmp(2, '10.0.0.4', {
        ...{ hostname: 'sw-1', manufacturer: 'cisco Systems, Inc.', serialNumber: 'FOC1111A1AA' },
        chassisSerials: ['FOC1111A1AA', 'FOC2222B2BB'],
      }),
    ]
    for (const order of [reported, reported.toReversed()]) {
      const { submit, admin } = await setUp()
      const ids: string[] = []
      for (const observation of order) ids.push((await submit(observation)).deviceId)
      const { items } = await listIdentifiers(admin, ids.at(-1) ?? '', page)
      expect(items.filter(({ kind }) => kind === 'serial').map(({ manufacturer }) => manufacturer)).toEqual([
        'Cisco',
        'Cisco',
      ])
    }
  })

  it('leaves a device unchanged, for review, if too many devices are involved', async () => {
    const { submit, admin } = await setUp()
    // Each has a key in common with the next.
    const host = (number: number): Seen => ({
      hostname: `h${number}`,
      sshHostKeys: [`SHA256:${number}`, `SHA256:${number + 1}`],
    })
    const ids: string[] = []
    for (let number = 0; number < 66; number += 1) {
      ids.push((await submit(snmp(10 + number, `10.0.9.${number}`, host(number)))).deviceId)
    }
    expect(new Set(ids).size).toBe(66)
    const late = await submit(snmp(5, '10.0.9.30', { ...host(30), hostname: 'h30-old' }))
    const { items } = await listReviews(admin, { limit: 100, offset: 0, kind: 'device' })
    const ofLate = items.filter(({ devices }) => devices.some(({ id }) => id === late.deviceId))
    expect(ofLate).toMatchObject([{ review: expect.stringMatching(/^More than 64 devices share its identifiers/) }])
  })
})
