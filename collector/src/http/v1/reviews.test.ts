import type { List } from '@rollcall/shared/api/common.ts'
import type { Review, ReviewSummary } from '@rollcall/shared/api/review.ts'
import { expect, it } from 'vitest'
import { disks } from '../../ingest/testing/machines.ts'
import { agent, type Seen, snmp } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { mergeApp } from '../testing/merge.ts'

const path = '/api/v1/reviews'
/** Returns a copy of a virtual machine with another card and name. */
const copy = (number: number): Seen => ({
  hostname: `web${number}`,
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  macAddresses: [`00:0c:29:00:01:0${number}`],
})

const board: Seen = {
  hostname: 'pc-board',
  biosUuid: '4c4c4544-0042-3010-8053-b7c04f4e4499',
  macAddresses: ['00:1b:21:3c:9d:99'],
}

describeOnEitherEngine('a review', ({ open }) => {
  const setUp = async () => {
    const test = await mergeApp(await open())
    const { submit, get, post } = test
    const ids: string[] = []
    for (const minutes of [0, 1, 2, 3]) ids.push((await submit(agent(10 + minutes, copy(1 + (minutes % 2))))).deviceId)
    const list = async (query = '') => (await get<List<Review>>(path + query)).items
    const summary = () => get<ReviewSummary>(`${path}/summary`)
    const [a = '', b = ''] = ids
    const close = async (id: string) => (await post(`/api/v1/devices/${id}/reviewed`, {})).status
    return { ...test, a, b, list, summary, close }
  }

  it('lists one situation once, with all sides, their evidence and what happens if nobody decides', async () => {
    const { a, b, list, summary } = await setUp()
    const items = await list()
    expect(items).toMatchObject([
      {
        kind: 'collision',
        devices: [{ id: a }, { id: b }],
        review: expect.stringMatching(/^2 live devices report BIOS UUID /),
        sides: [
          { deviceId: a, name: 'web1', source: null, evidence: [{ kind: 'uuid' }, { kind: 'mac' }, { kind: 'name' }] },
          { deviceId: b, name: 'web2' },
        ],
        evidence: [{ kind: 'uuid' }],
        against: [{ kind: 'mac' }, { kind: 'name' }],
        ifNothingIsDone: expect.stringMatching(/^They stay separate devices\. The review closes 14 days after/),
        since: expect.any(String),
      },
    ])
    expect(await summary()).toEqual({ collisions: 1, devices: 0, pairs: 0, total: 1 })
    for (const id of [a, b]) expect(await list(`?deviceId=${id}`)).toEqual(items)
    expect(await list(`?deviceId=${a}&kind=pair`)).toEqual([])
    expect(await list('?deviceId=019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90')).toEqual([])
  })

  it('pages over situations of all kinds in one order', async () => {
    const { submit, list, summary } = await setUp()
    const old = { ...board, hardware: disks }
    await submit(agent(1, old))
    await submit(agent(2, { ...old, biosUuid: '4c4c4544-0056-4810-8054-c8c04f335931' }))
    await submit(
      snmp(3, '10.0.7.1', { hostname: 'gw', macAddresses: ['00:1a:a1:00:07:01'], snmpEngineId: '800000090300aa01' }),
    )
    await submit(
      snmp(4, '10.0.7.1', { hostname: 'gw', macAddresses: ['00:1a:a1:00:07:02'], snmpEngineId: '800000090300aa02' }),
    )
    const items = await list()
    expect(items.map(({ kind }) => kind)).toEqual(['collision', 'device', 'pair'])
    expect(await summary()).toEqual({ collisions: 1, devices: 1, pairs: 1, total: 3 })
    expect(await list('?kind=device')).toEqual([items[1]])
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => list(`?limit=1&offset=${offset}`)))
    expect(pages.flat()).toEqual(items)
  })

  it('shows a doubtful match as the device before and its snapshot, until a person confirms it', async () => {
    const { submit, list, summary, close, get } = await setUp()
    const old = { ...board, hardware: disks }
    const { deviceId } = await submit(agent(1, old))
    const swapped = { ...old, biosUuid: '4c4c4544-0056-4810-8054-c8c04f335931' }
    await submit(agent(2, swapped))
    expect(await list('?kind=device')).toMatchObject([
      {
        devices: [{ id: deviceId }],
        review: expect.stringContaining('Was the board replaced?'),
        sides: [
          { source: null, evidence: expect.arrayContaining([{ kind: 'uuid', value: expect.any(String) }]) },
          { source: 'Agent', firstSeen: expect.any(String) },
        ],
        against: [{ kind: 'uuid', observed: [expect.any(String)], known: [expect.any(String)] }],
        confidence: expect.any(Number),
        ifNothingIsDone: expect.stringMatching(/^It stays one device\./),
      },
    ])
    expect([await close(deviceId), await close(deviceId)]).toEqual([204, 204])
    await submit(agent(3, swapped))
    expect(await summary()).toMatchObject({ devices: 0 })
    const changes = await get<List<object>>(`/api/v1/devices/${deviceId}/changes?entity=Device`)
    expect(changes.items).toContainEqual(
      expect.objectContaining({ field: 'review', from: expect.any(String), to: null }),
    )
  })

  it('is closed by a mark as different devices', async () => {
    const { a, b, summary, post } = await setUp()
    expect((await post(`/api/v1/devices/${a}/keep-apart`, { otherId: b })).status).toBe(204)
    expect(await summary()).toEqual({ collisions: 0, devices: 0, pairs: 0, total: 0 })
  })

  it('is closed by a merge, and never for another site', async () => {
    const { a, b, summary, list, merge, close } = await setUp()
    await merge(a, b)
    expect(await summary()).toEqual({ collisions: 0, devices: 0, pairs: 0, total: 0 })
    expect(await list()).toEqual([])
    expect(await close('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90')).toBe(404)
  })
})
