import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { snapshotTables } from '../../store/schema/snapshots.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { removeSnapshots } from '../retention/remove-snapshots.ts'
import { dayTime, testHistory } from '../testing/history.ts'
import { rebaseNext } from './rebase.ts'

describeOnBothEngines('the dictionary of other snapshots', ({ open }) => {
  const setUp = async (days: number) => {
    const store = await open()
    const history = testHistory(store)
    const ids: string[] = []
    for (let day = 0; day < days; day++) ids.push(await history.storeSnapshot(day))
    await history.packAll()
    const remove = (gone: readonly string[], rebaseAt = dayTime(0)) =>
      store.write((tx) => removeSnapshots(tx, gone, rebaseAt))
    return { store, history, ids, remove }
  }

  it('is deleted with its snapshot, and the others stay unchanged', async () => {
    const { history, ids, remove } = await setUp(10)
    const [first = '', ...left] = ids
    const before = await Promise.all(left.map(history.shown))
    const gone = await history.rawRow(first)
    await remove([first])
    await expect(history.shown(first)).rejects.toThrow('No snapshot')
    expect(await Promise.all(left.map(history.shown))).toEqual(before)
    await history.rebaseAll()
    expect(await Promise.all(left.map(history.shown))).toEqual(before)
    const { raw, sections } = await history.contents()
    expect(raw.map(({ seq }) => seq)).not.toContain(gone?.seq)
    expect([...raw, ...sections].filter(({ rebaseAt }) => rebaseAt !== null)).toEqual([])
    expect(raw.filter(({ dictionarySeq }) => dictionarySeq === null)).toHaveLength(1)
  })

  it('waits for its turn', async () => {
    const { history, ids, remove } = await setUp(4)
    const [first = ''] = ids
    const gone = await history.rawRow(first)
    const now = history.clock.time
    await remove([first], new Date(Date.parse(now) + 1).toISOString())
    await history.rebaseAll()
    expect((await history.contents()).raw.map(({ seq }) => seq)).toContain(gone?.seq)
    history.clock.time = new Date(Date.parse(now) + 2).toISOString()
    await history.rebaseAll()
    expect((await history.contents()).raw.map(({ seq }) => seq)).not.toContain(gone?.seq)
  })

  it.each(['oldest', 'newest'])('leaves nothing behind after all are deleted, the %s first', async (order) => {
    const { history, ids, remove } = await setUp(20)
    const left = [...ids]
    while (left.length > 1) {
      const [gone] = order === 'oldest' ? left.splice(0, 1) : left.splice(-1)
      await remove([gone ?? ''])
      if (left.length % 4 === 0) await history.rebaseAll()
      expect((await history.shown(left[0] ?? '')).raw).toEqual(history.sent(left[0] ?? ''))
      expect((await history.shown(left.at(-1) ?? '')).raw).toEqual(history.sent(left.at(-1) ?? ''))
    }
    await remove(left)
    await history.rebaseAll()
    const { raw, sections } = await history.contents()
    expect([raw, sections]).toEqual([[], []])
  })

  it('is kept if it cannot be read, without blocking others', async () => {
    const { history, ids, remove, store } = await setUp(4)
    const other = await history.storeSnapshot(0, 2)
    await history.storeSnapshot(1, 2)
    await history.packAll()
    const gone = await Promise.all([ids[0] ?? '', other].map(history.rawRow))
    const [broken, whole] = gone.map((row) => row?.seq ?? 0)
    await remove([ids[0] ?? '', other])
    await store.write((tx) => {
      const { rawPayloads } = tx.tables(snapshotTables)
      return tx
        .update(rawPayloads)
        .set({ content: Buffer.from('broken') })
        .where(eq(rawPayloads.seq, broken ?? 0))
    })
    await history.rebaseAll()
    const left = (await history.contents()).raw.map(({ seq }) => seq)
    expect(left).toContain(broken)
    expect(left).not.toContain(whole)
  })

  it('is replaced by a snapshot that stays', async () => {
    const { history, ids, remove } = await setUp(9)
    const lasting = ids.slice(5)
    const before = await Promise.all(lasting.map(history.shown))
    await remove(ids.slice(0, 5))
    // One by one: nothing is given a dictionary that is about to go as well.
    let turns = 0
    while ((await rebaseNext(history.ctx)) > 0) turns++
    expect(turns).toBeLessThanOrEqual(2)
    expect(await Promise.all(lasting.map(history.shown))).toEqual(before)
    const { raw } = await history.contents()
    expect(raw).toHaveLength(lasting.length)
  })

  it('stays if a snapshot repeats its content', async () => {
    const { history, ids, remove } = await setUp(6)
    const sectionsBefore = (await history.contents()).sections.length
    await remove(ids.slice(0, 1))
    // The same software as on the first day: an agent that was reset.
    const again = await history.storeSnapshot(0)
    const shown = await history.shown(again)
    await history.rebaseAll()
    expect(await history.shown(again)).toEqual(shown)
    const { sections } = await history.contents()
    expect(sections).toHaveLength(sectionsBefore)
    expect(sections.filter(({ rebaseAt }) => rebaseAt !== null)).toEqual([])
  })
})
