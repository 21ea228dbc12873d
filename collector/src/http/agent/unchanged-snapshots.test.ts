import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { agent as seen } from '../../ingest/testing/observations.ts'
import { packNext } from '../../snapshots/packing/pack.ts'
import { rebaseNext } from '../../snapshots/packing/rebase.ts'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

describeOnEitherEngine('repeated raw payloads', ({ open }) => {
  it('are stored as differences, and are returned byte by byte even if the first one is deleted', async () => {
    const store = await open()
    const { call, ctx, advance } = await testApp(store)
    const { agentId, send } = await testAgent(call, 'pc-1')
    const sent = new Map<string, string>()
    let minutes = 0
    const submit = async (version: string) => {
      advance(60)
      const software = Array.from({ length: 50 }, (_, index) => ({ name: `library-${index}`, version }))
      const observation = seen(minutes++, { agentId, hostname: 'pc-1', software })
      const [status, { snapshotId }] = await send(observation)
      expect(status).toBe(201)
      sent.set(snapshotId, JSON.stringify(observation))
      return snapshotId
    }
    const expectAll = async () => {
      for (const [id, body] of sent) {
        expect(await (await call('GET', `/api/v1/snapshots/${id}/raw`)).text()).toBe(body)
      }
    }
    const kept = () =>
      store.read((db) => {
        const { rawPayloads } = db.tables(snapshotTables)
        const { dictionarySeq, place } = rawPayloads
        return db.select({ dictionarySeq, place }).from(rawPayloads).orderBy(asc(rawPayloads.seq))
      })
    const remove = async (id: string) => {
      expect((await call('DELETE', `/api/v1/snapshots/${id}`)).status).toBe(204)
      sent.delete(id)
      while ((await rebaseNext(ctx)) > 0);
    }

    const ids: string[] = []
    for (const version of ['1.0', '1.0', '1.0', '1.1', '1.1', '1.2', '1.2']) ids.push(await submit(version))
    const isDifference = (await kept()).map(({ dictionarySeq }) => dictionarySeq !== null)
    expect(isDifference).toEqual([false, true, true, false, true, false, true])
    await expectAll()

    // A payload on which others are based is compressed as well: the second against the first, the third against the
    // second.
    while ((await packNext(ctx)) > 0);
    expect((await kept()).map(({ place }) => place)).toEqual([0, 0, 0, 1, 0, 2, 0])
    await expectAll()

    await remove(ids[0] ?? '')
    await expectAll()
    await remove(ids[3] ?? '')
    await expectAll()
    expect((await kept()).filter(({ dictionarySeq }) => dictionarySeq === null)).toHaveLength(1)

    // The base of the next one is deleted: the next is stored whole, and the one after it as a difference from that.
    await remove(ids[5] ?? '')
    await submit('1.2')
    await submit('1.2')
    expect((await kept()).slice(-2).map(({ dictionarySeq }) => dictionarySeq !== null)).toEqual([false, true])
    await expectAll()
  })
})
