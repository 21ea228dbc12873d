import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../store/test-stores.ts'
import { removeSnapshots } from './remove.ts'
import { dayTime, testHistory } from './test-history.ts'

describeOnBothEngines('what others are kept as differences from', ({ open }) => {
  const setUp = async (days: number) => {
    const store = await open()
    const history = testHistory(store)
    const ids: string[] = []
    for (let day = 0; day < days; day++) ids.push(await history.look(day))
    await history.packAll()
    const remove = (gone: readonly string[], rebaseAt = dayTime(0)) =>
      store.write((tx) => removeSnapshots(tx, gone, rebaseAt))
    return { history, ids, remove }
  }

  it('is deleted with its snapshot, and the others stay as they were', async () => {
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

  it.each(['oldest', 'newest'])('leaves nothing behind when all go, the %s first', async (order) => {
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

  it('stays where a snapshot says the same again', async () => {
    const { history, ids, remove } = await setUp(6)
    const sectionsBefore = (await history.contents()).sections.length
    await remove(ids.slice(0, 1))
    // The same software as on the first day: an agent that was reset.
    const again = await history.look(0)
    const shown = await history.shown(again)
    await history.rebaseAll()
    expect(await history.shown(again)).toEqual(shown)
    const { sections } = await history.contents()
    expect(sections).toHaveLength(sectionsBefore)
    expect(sections.filter(({ rebaseAt }) => rebaseAt !== null)).toEqual([])
  })
})
