import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceMatch } from '@rollcall/shared/api/device-history.ts'
import type { Review } from '@rollcall/shared/api/review.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { describe, expect, it } from 'vitest'
import { closeEndedReviews } from '../../device-records/reviews.ts'
import { closeOutlivedReviews } from '../../identity/reviews/close-outlived-reviews.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { cases } from '../../ingest/testing/cases.ts'
import { agent, type Seen, seen, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { testApp } from '../testing/app.ts'

const physical: Seen = {
  agentId: 'agent-srv',
  hostname: 'srv-files',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4432',
  machineId: '0f3a8c1b5d2e4f60918273645546372a',
  manufacturer: 'Dell Inc.',
  serialNumber: 'B7C0ND2',
  macAddresses: ['00:1b:21:3c:9d:f8'],
  ipAddresses: ['10.30.0.5'],
}
/** A virtual machine with the system of the physical one. */
const virtual: Seen = {
  ...physical,
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  manufacturer: 'VMware, Inc.',
  serialNumber: 'VMware-56 4d 1a 2b 3c 4d 5e 6f-80 91 a2 b3 c4 d5 e6 f7',
  macAddresses: ['00:0c:29:00:00:01'],
}
const restored: Seen = {
  ...virtual,
  biosUuid: '564d9f8e-7d6c-5b4a-3928-17f6e5d4c3b2',
  serialNumber: 'VMware-56 4d 9f 8e 7d 6c 5b 4a-39 28 17 f6 e5 d4 c3 b2',
  macAddresses: ['00:0c:29:00:00:77'],
}
const copy = (number: number): Seen => ({
  hostname: `app${number}`,
  biosUuid: '564d0000-3c4d-5e6f-8091-a2b3c4d5e6f7',
  machineId: 'abcdef0123456789abcdef0123456789',
  manufacturer: 'VMware, Inc.',
  serialNumber: 'VMware-56 4d 00 00 3c 4d 5e 6f-80 91 a2 b3 c4 d5 e6 f7',
  macAddresses: [`00:0c:29:00:02:0${number}`],
})
const notebook = (number: number): Seen => ({
  ...{ manufacturer: 'LENOVO', serialNumber: `PF2X9AB${number}`, macAddresses: [`8c:16:45:3c:9d:f${number}`] },
  biosUuid: `4c4c4544-0042-3010-8053-b7c04f4e443${number}`,
})
/** A notebook with the disk, and so with the system and the agent, of one of two. */
const withDisk = (minutes: number, number: number, disk: number): Observation =>
  agent(minutes, {
    ...notebook(number),
    ...{ hostname: `nb-${disk}`, agentId: `agent-nb-${disk}`, machineId: `${disk}f3a8c1b5d2e4f60918273645546372a` },
    ...{
      ipAddresses: [`10.30.1.${disk}`],
      hardware: { disks: [{ name: 'sda', serialNumber: `S4EWNX0N11111${disk}` }] },
    },
  })
const listed = (minutes: number, entry: Seen): Observation =>
  seen(minutes, { source: 'Import', name: entry.hostname ?? '', ...entry })
const replaced = (minutes: number, last: number): Observation =>
  snmp(minutes, '10.30.0.9', {
    hostname: 'cam-gate',
    manufacturer: 'Axis',
    serialNumber: `ACCC8E00000${last}`,
    macAddresses: [`ac:cc:8e:00:00:0${last}`],
    dnsName: 'cam-gate.example.com',
  })

const impostor = (minutes: number): Observation =>
  snmp(minutes, '10.30.0.99', {
    ...{ type: 'network-device', hostname: 'lab-1', macAddresses: ['00:1b:21:99:99:99'] },
    ...{ manufacturer: 'Dell Inc.', serialNumber: 'B7C0ND2', snmpEngineId: '80001f8880aabbccdd' },
  })

type Case = { name: string; observations: readonly Observation[]; review: RegExp; waiting: RegExp }
const situations: readonly Case[] = [
  {
    name: 'a physical machine that became a virtual one',
    observations: [agent(0, physical), agent(1, physical), agent(60, virtual), agent(61, virtual)],
    review: /same system on other hardware/,
    waiting: /^srv-files was last seen on 2026-11-20, before the other appeared/,
  },
  {
    name: 'a virtual machine restored from a backup',
    observations: [agent(0, virtual), agent(60, restored)],
    review: /same system on other hardware/,
    waiting: /was last seen on/,
  },
  {
    name: 'two live copies of a virtual machine',
    observations: [0, 1, 2, 3].flatMap((round) => [1, 2].map((number) => agent(round * 5 + number, copy(number)))),
    review: /^2 live devices report serial number .* and BIOS UUID/,
    waiting: /stay separate devices/,
  },
  {
    name: 'a device that shows the serial number of another one on purpose',
    observations: [0, 1, 2, 3].flatMap((round) => [agent(round * 60, physical), impostor(round * 60 + 1)]),
    review: /^2 live devices report serial number B7C0ND2 of Dell Inc\.$/,
    waiting: /stay separate devices/,
  },
  {
    name: 'a camera replaced by another one',
    observations: [replaced(0, 1), replaced(1, 2)],
    review: /same name and address/,
    waiting: /was last seen on/,
  },
  {
    name: 'two notebooks whose disks were swapped',
    observations: [
      ...[1, 2].map((number) => withDisk(number, number, number)),
      ...[11, 21].flatMap((minutes) => [withDisk(minutes, 1, 2), withDisk(minutes + 1, 2, 1)]),
    ],
    review: /^The same system on other hardware: .*\? Same hardware with another machine id: [^:]*$/,
    waiting: /stay separate devices/,
  },
  {
    name: 'a list entry and a scan that have only a name in common',
    observations: [
      listed(0, { hostname: 'ws-0143', serialNumber: 'PF2X9ABC' }),
      snmp(1, '10.30.0.20', { hostname: 'ws-0143', macAddresses: ['3c:52:82:0a:1b:2c'] }),
    ],
    review: /only in a list/,
    waiting: /Both records stay/,
  },
  {
    name: 'two entries of a list with one serial number',
    observations: [
      listed(0, { hostname: 'ws-0143', serialNumber: 'PF2X9ABC' }),
      listed(1, { hostname: 'ws-0188', serialNumber: 'PF2X9ABC' }),
    ],
    review: /name changed/,
    waiting: /^It stays one device/,
  },
  {
    name: 'two entries of a list with one serial number of one manufacturer',
    observations: [
      listed(0, { hostname: 'ws-0143', serialNumber: 'PF2X9ABC', manufacturer: 'Lenovo' }),
      listed(1, { hostname: 'ws-0188', serialNumber: 'PF2X9ABC', manufacturer: 'LENOVO' }),
    ],
    review: /different names/,
    waiting: /^It stays one device/,
  },
  {
    name: 'a list with another name for a serial number',
    observations: [
      listed(0, { hostname: 'Reception', serialNumber: 'PF2X9ABC' }),
      agent(1, { ...physical, manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC' }),
    ],
    review: /name changed/,
    waiting: /^It stays one device/,
  },
]

describeOnEitherEngine('a situation to review', ({ open }) => {
  const setUp = async () => {
    const { call, ctx, advance } = await testApp(await open())
    advance(7_200)
    const ingest = createIngest(ctx)
    const submit = async (observation: Observation) =>
      (await ingest.submit({ siteId: ctx.siteId, observation, actor: 'test' })).deviceId
    const get = async <T>(path: string) => (await (await call('GET', path)).json()) as List<T>
    const reviews = async () => (await get<Review>('/api/v1/reviews')).items
    return { call, ctx, submit, get, reviews, advance }
  }

  it.each(situations)('is one item: $name', async ({ observations, review, waiting }) => {
    for (const delivered of [observations, observations.toReversed()]) {
      const { submit, reviews } = await setUp()
      for (const each of delivered) await submit(each)
      const items = await reviews()
      expect(items).toHaveLength(1)
      expect(items[0]?.review).toMatch(review)
      expect(items[0]?.ifNothingIsDone).toMatch(waiting)
      expect(items[0]?.sides).toHaveLength(2)
      for (const { evidence } of items[0]?.sides ?? []) expect(evidence.length).toBeGreaterThan(0)
    }
  })

  it('closes when the record that is no longer seen is archived', async () => {
    const { submit, reviews, call } = await setUp()
    const first = await submit(agent(0, physical))
    await submit(agent(60, virtual))
    expect(await reviews()).toHaveLength(1)
    await call('POST', `/api/v1/devices/${first}/archive`)
    expect(await reviews()).toEqual([])
  })

  it('closes when a corrected list resolves the doubt about a name', async () => {
    const { submit, reviews } = await setUp()
    const machine = { ...physical, manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC' }
    await submit(listed(0, { hostname: 'Reception', serialNumber: 'PF2X9ABC' }))
    await submit(agent(1, machine))
    expect(await reviews()).toHaveLength(1)
    await submit(listed(2, { hostname: 'srv-files', serialNumber: 'PF2X9ABC' }))
    expect(await reviews()).toEqual([])
  })

  it('closes when an agent shows which of two list entries is right', async () => {
    const { submit, reviews } = await setUp()
    for (const [minutes, hostname] of ['srv-files', 'srv-old'].entries())
      await submit(listed(minutes, { hostname, serialNumber: 'B7C0ND2', manufacturer: 'Dell' }))
    expect(await reviews()).toHaveLength(1)
    await submit(agent(2, physical))
    expect(await reviews()).toEqual([])
  })

  it('closes when an agent shows that a list entry and a scan are one device', async () => {
    const { submit, reviews } = await setUp()
    await submit(listed(0, { hostname: 'srv-files', serialNumber: 'B7C0ND2' }))
    await submit(snmp(1, '10.30.0.5', { hostname: 'srv-files', macAddresses: ['00:1b:21:3c:9d:f8'] }))
    expect(await reviews()).toHaveLength(1)
    await submit(agent(2, physical))
    expect(await reviews()).toEqual([])
  })

  const reinstalled = { ...physical, agentId: 'agent-new', machineId: '0badc0de0badc0de0badc0de12345abc' }
  const daily = 24 * 60

  it.each([
    { end: 'closes', lastOfOld: 1, why: 'the system was installed anew two weeks ago' },
    { end: 'stays', lastOfOld: 9 * daily, why: 'the former system was started again' },
  ])('$end when $why', async ({ end, lastOfOld }) => {
    const observations = [
      ...[0, lastOfOld].map((minutes) => agent(minutes, physical)),
      ...[2, 15 * daily].map((minutes) => agent(minutes, reinstalled)),
    ]
    for (const delivered of [observations, observations.toReversed()]) {
      const { ctx, submit, reviews, advance } = await setUp()
      advance(60 * 86_400)
      for (const each of delivered) await submit({ ...each, id: newId() })
      const [open] = await reviews()
      expect(open?.ifNothingIsDone).toMatch(/14 days after the change if the earlier side is not seen again/)
      advance(15 * 86_400)
      await closeOutlivedReviews(ctx, timeOf(ctx))
      expect((await reviews()).length).toBe(end === 'stays' ? 1 : 0)
    }
  })

  it('closes when earlier evidence of a doubtful match arrives late, and later evidence resolves it', async () => {
    const { submit, reviews } = await setUp()
    const machine = { ...physical, manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC' }
    await submit(listed(0, { hostname: 'Reception', serialNumber: 'PF2X9ABC' }))
    for (const minutes of [5, 7, 3]) await submit(agent(minutes, machine))
    expect(await reviews()).toHaveLength(1)
    await submit(listed(9, { hostname: 'srv-files', serialNumber: 'PF2X9ABC' }))
    expect(await reviews()).toEqual([])
  })

  it('stays open beside that of two machines in turn, which ends by itself', async () => {
    const machine = { ...virtual, manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC' }
    const copyAt = (minutes: number) => agent(minutes, { ...machine, ipAddresses: [`10.30.0.${minutes % 2}`] })
    const entry = listed(0, { hostname: 'Reception', serialNumber: 'PF2X9ABC' })
    const observations = [entry, ...[1, 2, 3, 4].map(copyAt)]
    for (const delivered of [observations, observations.toReversed()]) {
      const { ctx, submit, reviews, advance } = await setUp()
      for (const each of delivered) await submit(each)
      const [name, twins] = [/name changed|different names/, /^Two machines seem to use this identity/]
      const open = (await reviews()).sort((a, b) => a.review.length - b.review.length)
      expect(open).toMatchObject([{ review: expect.stringMatching(name) }, { review: expect.stringMatching(twins) }])
      expect(open.map(({ sides }) => sides.length)).toEqual([2, 0])
      advance(15 * 86_400)
      await closeEndedReviews(ctx, timeOf(ctx))
      expect(await reviews()).toMatchObject([{ review: expect.stringMatching(name) }])
    }
  })

  describe('with another doubt about the same device', () => {
    const machine = { ...physical, manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC' }
    const renamed = [listed(0, { hostname: 'Reception', serialNumber: 'PF2X9ABC' }), agent(1, machine)]
    const newSystem = (minutes: number) =>
      agent(minutes, { ...machine, agentId: 'agent-new', machineId: reinstalled.machineId })
    const bySubject = (items: readonly Review[]) => items.map(({ review }) => review).sort()
    const [name, system] = [expect.stringMatching(/name changed|different names/), expect.stringMatching(/^Same hard/)]

    it('is an item beside the other in any order of delivery', async () => {
      const observations = [...renamed, newSystem(2)]
      for (const delivered of [observations, observations.toReversed()]) {
        const { submit, reviews } = await setUp()
        for (const each of delivered) await submit({ ...each, id: newId() })
        const open = await reviews()
        expect(bySubject(open)).toEqual([system, name])
        expect(open.map(({ sides }) => sides.length)).toEqual([2, 2])
      }
    })

    it('closes alone when its earlier side is gone, and with the other when a person confirms the device', async () => {
      for (const end of ['gone', 'confirmed']) {
        const { ctx, submit, reviews, call, advance } = await setUp()
        advance(60 * 86_400)
        for (const each of [...renamed, newSystem(2), newSystem(15 * daily)]) await submit({ ...each, id: newId() })
        const [open] = await reviews()
        if (end === 'gone') {
          advance(15 * 86_400)
          await closeOutlivedReviews(ctx, timeOf(ctx))
          expect(bySubject(await reviews())).toEqual([name])
        } else {
          expect((await call('POST', `/api/v1/devices/${open?.devices[0]?.id}/reviewed`)).status).toBe(204)
          expect(await reviews()).toEqual([])
        }
      }
    })

    it('is one item with a side for each snapshot if both ask the same', async () => {
      const { submit, reviews } = await setUp()
      for (const each of [...renamed, listed(2, { hostname: 'Lobby', serialNumber: 'PF2X9ABC' })]) await submit(each)
      expect(await reviews()).toMatchObject([
        { review: name, sides: [{ source: null }, { source: 'Agent' }, { source: 'Import' }] },
      ])
    })
  })

  it('closes when the two sides of a doubtful match separate', async () => {
    const { submit, reviews, call, get } = await setUp()
    const entry = listed(0, { hostname: 'Reception', serialNumber: 'PF2X9ABC' })
    const id = await submit(entry)
    await submit(agent(1, { ...physical, manufacturer: 'LENOVO', serialNumber: 'PF2X9ABC' }))
    expect(await reviews()).toHaveLength(1)
    const { items } = await get<{ key: string; source: string }>(`/api/v1/devices/${id}/sightings`)
    const key = items.find(({ source }) => source === 'Import')?.key
    expect((await call('POST', `/api/v1/devices/${id}/split`, { json: { sightingKeys: [key] } })).status).toBe(200)
    expect(await reviews()).toEqual([])
  })

  it.each(cases)('exists for each decision with less than 80 % confidence: $name', async ({ observations }) => {
    const { submit, get, reviews } = await setUp()
    for (const each of observations) await submit(each)
    const inReview = new Set((await reviews()).flatMap(({ devices }) => devices.map(({ id }) => id)))
    const { items: devices } = await get<{ id: string }>('/api/v1/devices?limit=100')
    for (const { id } of devices) {
      const { items } = await get<DeviceMatch>(`/api/v1/devices/${id}/matches`)
      const isTransient = ({ matched }: DeviceMatch) => matched.every(({ kind }) => passing.has(kind))
      for (const each of items.filter((match) => match.confidence < 0.8 && !isTransient(match)))
        expect(inReview, each.summary).toContain(id)
    }
  })
})

/** Evidence that any host at an address has. */
const passing: ReadonlySet<string> = new Set(['name', 'domain', 'ip', 'claimedIp', 'dns'])
