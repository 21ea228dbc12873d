import type { List } from '@rollcall/shared/api/common.ts'
import type { Review, ReviewSummary } from '@rollcall/shared/api/review.ts'
import { expect, it } from 'vitest'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { mergeApp } from '../testing/merge.ts'

const path = '/api/v1/reviews'
/** Returns a copy of a virtual machine with another card and name. */
const copy = (number: number): Seen => ({
  hostname: `web${number}`,
  biosUuid: '564d1a2b-3c4d-5e6f-8091-a2b3c4d5e6f7',
  macAddresses: [`00:0c:29:00:01:0${number}`],
})

describeOnBothEngines('a review', ({ open }) => {
  const setUp = async () => {
    const test = await mergeApp(await open())
    const { submit, get, post } = test
    const ids: string[] = []
    for (const minutes of [0, 1, 2, 3]) ids.push((await submit(agent(10 + minutes, copy(1 + (minutes % 2))))).deviceId)
    const list = async (query = '') => (await get<List<Review>>(path + query)).items
    const summary = () => get<ReviewSummary>(`${path}/summary`)
    const [a = '', b = ''] = ids
    const settle = async (id: string) => (await post(`/api/v1/devices/${id}/reviewed`, {})).status
    return { ...test, a, b, list, summary, settle }
  }

  it('is listed for collisions, doubtful matches and likely duplicates, with its evidence', async () => {
    const { a, b, list, summary } = await setUp()
    const items = await list()
    expect(items).toMatchObject([
      {
        kind: 'collision',
        devices: [{ id: a }, { id: b }],
        review: expect.stringMatching(/^2 live devices report BIOS UUID /),
        evidence: [{ kind: 'uuid' }],
        since: expect.any(String),
      },
      {
        kind: 'device',
        devices: [{ id: b }],
        review: expect.stringMatching(/a clone\?$/),
        snapshotId: expect.any(String),
      },
      { kind: 'pair', devices: [{ id: a }, { id: b }], confidence: 0.21, evidence: [{ kind: 'uuid' }] },
    ])
    expect(await summary()).toEqual({ collisions: 1, devices: 1, pairs: 1, total: 3 })
    expect(await list('?kind=device')).toEqual([items[1]])
    expect(items[2]?.against.map(({ kind }) => kind)).toEqual(['mac', 'name'])
    expect(await list(`?deviceId=${b}`)).toEqual(items)
    expect(await list(`?deviceId=${a}`)).toEqual([items[0], items[2]])
    expect(await list(`?deviceId=${a}&kind=pair`)).toEqual([items[2]])
    expect(await list('?deviceId=019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90')).toEqual([])
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => list(`?limit=1&offset=${offset}`)))
    expect(pages.flat()).toEqual(items)
  })

  it('is closed by a confirmation, or by a mark as different devices', async () => {
    const { a, b, summary, settle, post, get } = await setUp()
    expect([await settle(b), await settle(b)]).toEqual([204, 204])
    expect(await summary()).toEqual({ collisions: 1, devices: 0, pairs: 1, total: 2 })
    const changes = await get<List<object>>(`/api/v1/devices/${b}/changes?entity=Device`)
    expect(changes.items).toContainEqual(
      expect.objectContaining({ field: 'review', from: expect.any(String), to: null }),
    )
    expect((await post(`/api/v1/devices/${a}/keep-apart`, { otherId: b })).status).toBe(204)
    expect(await summary()).toEqual({ collisions: 0, devices: 0, pairs: 0, total: 0 })
  })

  it('is closed by a merge, and never for another site', async () => {
    const { a, b, summary, list, merge, settle } = await setUp()
    await merge(a, b)
    expect(await summary()).toEqual({ collisions: 0, devices: 0, pairs: 0, total: 0 })
    expect(await list()).toEqual([])
    expect(await settle('019a7c1e-3f60-7d3a-9b1e-5f2f4c7a8b90')).toBe(404)
  })
})
