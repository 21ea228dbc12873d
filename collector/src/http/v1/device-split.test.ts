import type { List } from '@rollcall/shared/api/common.ts'
import type { DeviceMatch } from '@rollcall/shared/api/device-history.ts'
import type { DeviceSighting, SplitResult, UnmergeableDevice } from '@rollcall/shared/api/device-split.ts'
import type { Problem } from '@rollcall/shared/api/problem.ts'
import { expect, it } from 'vitest'
import { agent, at, ping, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { dumpOf } from '../../store/testing/dump.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testAgent } from '../testing/agent.ts'
import { mergeApp, pc } from '../testing/merge.ts'

/** Another machine with the UUID and name of the first one, without a network card: the rules match it to the first. */
const clone: Seen = {
  hostname: 'pc1',
  biosUuid: pc.biosUuid,
  ipAddresses: ['10.0.0.9'],
  software: [{ name: 'nano', version: '7.2', publisher: 'GNU' }],
}

describeOnEitherEngine('splitting a device', ({ open }) => {
  const setUp = async () => {
    const test = await mergeApp(await open())
    const { submit, post, answer, path, survivorId } = test
    const ours = [await submit(agent(10, pc)), await submit(agent(30, { ...pc, ipAddresses: ['10.0.0.5'] }))]
    const theirs = [await submit(agent(20, clone)), await submit(agent(40, clone))]
    expect(new Set([...ours, ...theirs].map(({ deviceId }) => deviceId))).toEqual(new Set([survivorId]))
    const split = (json: object, status = 200) =>
      answer<SplitResult & Problem>(post(`${path(survivorId)}/split`, json), status)
    return { ...test, split, theirs: theirs.flatMap(({ snapshotId }) => snapshotId ?? []) }
  }

  it('gives each device the values of its own snapshots, now and for past times', async () => {
    const { split, theirs, submit, edit, tag, get, path, survivorId } = await setUp()
    await edit(survivorId, { assetTag: 'INV-7' })
    await tag(survivorId, 'Office')
    const { device, other, snapshots } = await split({ snapshotIds: theirs })
    expect(snapshots).toBe(2)
    expect(device).toMatchObject({ id: survivorId, name: 'pc1', assetTag: 'INV-7', tags: [{ name: 'Office' }] })
    expect(other).toMatchObject({ name: 'pc1', macAddress: null, ipAddress: '10.0.0.9', assetTag: null, tags: [] })
    expect(other.data?.software).toMatchObject([{ name: 'nano' }])
    expect(await get(path(other.id))).toEqual(other)
    const changes = await get<List<object>>(`${path(survivorId)}/changes?entity=Device`)
    expect(changes.items).toContainEqual(expect.objectContaining({ field: 'split', to: other.id, actor: 'Test app' }))
    expect(await get(`${path(survivorId)}?asOf=${at(25)}`)).toMatchObject({ name: 'pc1', data: { software: [{}, {}] } })
    expect(await get(`${path(other.id)}?asOf=${at(25)}`)).toMatchObject({ data: { software: [{ name: 'nano' }] } })
    const identifiers = await get<List<{ kind: string; value: string }>>(`${path(survivorId)}/identifiers`)
    expect(identifiers.items.map(({ value }) => value)).not.toContain('10.0.0.9')
    // From then on each is matched by its own evidence, although it was matched to the other before.
    expect(await submit(agent(50, clone))).toMatchObject({ deviceId: other.id })
    expect(await submit(agent(51, pc))).toMatchObject({ deviceId: survivorId })
    expect(await submit(agent(15, clone))).toMatchObject({ deviceId: other.id })
  })

  it('explains the match of each snapshot', async () => {
    const { split, theirs, get, path, survivorId } = await setUp()
    const { other } = await split({ snapshotIds: theirs })
    const { items } = await get<List<DeviceMatch>>(`${path(other.id)}/matches`)
    expect(items).toMatchObject(
      Array(2).fill({ rule: 'person', matched: [], moved: { from: survivorId, by: 'Test app' } }),
    )
    expect(items[0]?.summary).toMatch(/^A person assigned it to this device\. .*from device .*Test app/)
  })

  it('previews the result without a change', async () => {
    const { split, theirs, ctx } = await setUp()
    const before = await dumpOf(ctx.store)
    const shown = await split({ snapshotIds: theirs, dryRun: true })
    expect(await dumpOf(ctx.store)).toEqual(before)
    const done = await split({ snapshotIds: theirs })
    const strip = ({ device, other, snapshots }: SplitResult) => ({ device, other: { ...other, id: '' }, snapshots })
    expect(strip(shown)).toEqual(strip(done))
  })

  it('moves sightings with all their snapshots, and answers to pings', async () => {
    const { split, submit, get, path, survivorId } = await setUp()
    await submit(ping(45, '10.0.0.9'))
    const { items } = await get<List<DeviceSighting>>(`${path(survivorId)}/sightings`)
    const wanted = items.filter(({ evidence }) => evidence.some(({ value }) => value === '10.0.0.9'))
    expect(wanted.map(({ depth, firstAt, lastAt }) => [depth, firstAt, lastAt])).toEqual([
      ['discovery', at(45), at(45)],
      ['audit', at(20), at(40)],
    ])
    const { other, snapshots } = await split({ sightingKeys: wanted.map(({ key }) => key) })
    expect([snapshots, other.lastSeen]).toEqual([2, at(45)])
    const moved = await get<List<DeviceSighting>>(`${path(other.id)}/sightings`)
    expect(moved.items.map(({ decided }) => decided)).toEqual([true, true])
  })

  it('separates devices with the same identity values by the time of their sightings', async () => {
    const { split, theirs, submit, get, path, survivorId } = await setUp()
    const { other } = await split({ snapshotIds: theirs.slice(1) })
    const keysOf = async (id: string) =>
      (await get<List<DeviceSighting>>(`${path(id)}/sightings`)).items.map(({ key, firstAt }) => [key, firstAt])
    const [[key, firstAt] = []] = await keysOf(other.id)
    expect(firstAt).toBe(at(40))
    expect(await keysOf(survivorId)).toContainEqual([key, at(20)])
    expect(await submit(agent(60, clone))).toMatchObject({ deviceId: other.id })
  })

  it('moves the agent that reports the other device', async () => {
    const { call, post, answer, path, get, survivorId } = await mergeApp(await open())
    const { agentId, send } = await testAgent(call, 'pc1')
    const [, { deviceId, snapshotId }] = await send(agent(20, { ...clone, agentId }))
    expect(deviceId).toBe(survivorId)
    const divided = post(`${path(survivorId)}/split`, { snapshotIds: [snapshotId] })
    const { other } = await answer<SplitResult>(divided)
    expect(await get(`/api/v1/agents/${agentId}`)).toMatchObject({ deviceId: other.id })
  })

  it('refuses sightings of other devices, and to leave nothing', async () => {
    const { split, theirs, otherSnapshotId, get, path, survivorId } = await setUp()
    expect(await split({ snapshotIds: [otherSnapshotId] }, 400)).toMatchObject({ errors: [{ path: '/snapshotIds' }] })
    expect(await split({ sightingKeys: ['none'] }, 400)).toMatchObject({ errors: [{ path: '/sightingKeys' }] })
    await split({}, 400)
    await split({ snapshotIds: theirs, sightingKeys: ['a'] }, 400)
    const all = await get<List<{ id: string }>>(`${path(survivorId)}/snapshots`)
    expect(await split({ snapshotIds: all.items.map(({ id }) => id) }, 409)).toMatchObject({ code: 'nothing_left' })
  })

  it('redirects merged ids to the device with their snapshots, through any chain', async () => {
    const { split, merge, unmerge, post, answer, call, path, get, survivorId, otherId, otherSnapshotId } = await setUp()
    const leadsTo = async (id: string) => {
      const moved = await call('GET', path(id))
      return moved.status === 200 ? id : moved.headers.get('Location')?.split('/').at(-1)
    }
    const { mergeId } = await merge(survivorId, otherId)
    const came = await get<List<DeviceMatch>>(`${path(survivorId)}/matches`)
    const [match] = came.items.filter(({ snapshotId }) => snapshotId === otherSnapshotId)
    expect(match?.summary).toMatch(`Came with device ${otherId}, which Test app merged into this one`)
    const { other } = await split({ snapshotIds: [otherSnapshotId ?? ''] })
    expect(await leadsTo(otherId)).toBe(other.id)
    const refused = await answer<Problem>(post(`${path(other.id)}/unmerge`, { mergeId }), 409)
    expect(refused.code).toBe('merge_split')
    const again = await merge(survivorId, other.id)
    expect([await leadsTo(otherId), await leadsTo(other.id)]).toEqual([survivorId, survivorId])
    await unmerge(survivorId, again.mergeId)
    expect([await leadsTo(otherId), await leadsTo(other.id)]).toEqual([other.id, other.id])
  })
})

describeOnEitherEngine('marking devices as different', ({ open }) => {
  /** Two copies of one virtual machine: the rules match them to each other until they alternate. */
  const copy = (number: number): Seen => ({
    hostname: 'srv',
    biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
    macAddresses: [`00:0c:29:00:01:0${number}`],
  })
  const [first, second] = [copy(1), copy(2)]

  const setUp = async () => {
    const test = await mergeApp(await open())
    const { submit, post, call, path, get } = test
    for (const [index, each] of [first, second, first, second].entries())
      await submit(snmp(10 + index, `10.0.3.${1 + (index % 2)}`, each))
    const [a, b] = [await submit(snmp(14, '10.0.3.1', first)), await submit(snmp(15, '10.0.3.2', second))].map(
      ({ deviceId }) => deviceId,
    ) as [string, string]
    expect(a).not.toBe(b)
    const keepApart = async (id = a, otherId = b) => (await post(`${path(id)}/keep-apart`, { otherId })).status
    const remove = async (id: string) => (await call('DELETE', path(id))).status
    const apartFrom = async (id: string) =>
      (await get<List<UnmergeableDevice>>(`${path(id)}/keep-apart`)).items.map(({ id: other, name }) => [other, name])
    return { ...test, a, b, keepApart, remove, apartFrom }
  }

  it('overrides the rules for matches and suggestions', async () => {
    const { a, b, submit, keepApart, apartFrom, get } = await setUp()
    expect([await keepApart(), await keepApart(b, a)]).toEqual([204, 204])
    expect(await apartFrom(a)).toEqual([[b, 'srv']])
    expect(await submit(snmp(20, '10.0.3.2', second))).toMatchObject({ deviceId: b })
    expect(await submit(snmp(21, '10.0.3.1', first))).toMatchObject({ deviceId: a })
    expect(await submit(snmp(5, '10.0.3.2', { ...second, hostname: 'srv-old' }))).toMatchObject({ deviceId: b })
    expect(await get('/api/v1/devices/duplicates')).toMatchObject({ total: 0 })
  })

  it.each([
    ['one', [0]],
    ['the other', [1]],
    ['both', [0, 1]],
  ])('stays when %s is deleted and returns', async (_, deleted) => {
    const { a, b, submit, keepApart, remove, apartFrom, get, path } = await setUp()
    await keepApart()
    for (const index of deleted) expect(await remove([a, b][index] ?? '')).toBe(204)
    const again = [await submit(snmp(20, '10.0.3.1', first)), await submit(snmp(21, '10.0.3.2', second))]
    expect(again.map(({ isNew }) => isNew)).toEqual([deleted.includes(0), deleted.includes(1)])
    const [newA, newB] = again.map(({ deviceId }) => deviceId)
    expect(newA).not.toBe(newB)
    expect(await apartFrom(newA ?? '')).toEqual([[newB, 'srv']])
    // A late observation replays the history, and the result is still two devices.
    expect(await submit(snmp(16, '10.0.3.2', { ...second, hostname: 'srv-old' }))).toMatchObject({ deviceId: newB })
    expect(await get('/api/v1/devices?q=srv')).toMatchObject({ total: 2 })
    const { items } = await get<List<DeviceMatch>>(`${path((deleted.includes(0) ? newA : newB) ?? '')}/matches`)
    const comeBack = /^New device.*it belonged to device .*, which was deleted/
    expect(items.map(({ summary }) => summary)).toContainEqual(expect.stringMatching(comeBack))
  })

  it('can be removed, also for a deleted device', async () => {
    const { a, b, keepApart, remove, apartFrom, call, path, get } = await setUp()
    await keepApart()
    await remove(b)
    expect(await apartFrom(a)).toEqual([[b, null]])
    const takeBack = async () => (await call('DELETE', `${path(a)}/keep-apart/${b}`)).status
    expect([await takeBack(), await takeBack()]).toEqual([204, 404])
    expect(await get(`${path(a)}/changes?entity=Device`)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ field: 'keptApart', to: b })]),
    })
  })

  it('is refused for an id that is not another device of the site', async () => {
    const { a, keepApart, merge, survivorId, otherId } = await setUp()
    expect(await keepApart(a, a)).toBe(400)
    await merge(survivorId, otherId)
    expect(await keepApart(a, otherId)).toBe(400)
    expect(await keepApart('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90', a)).toBe(404)
  })
})
