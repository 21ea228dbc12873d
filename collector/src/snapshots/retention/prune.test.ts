import { dayMs } from '@rollcall/shared/durations.ts'
import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { timeOf } from '../../testing/context.ts'
import { dayTime, testHistory } from '../testing/history.ts'
import { pruneSnapshots, type SnapshotRetention } from './prune.ts'

const days = 25

describeOnBothEngines('pruned snapshots', ({ open }) => {
  it.each<[string, Omit<SnapshotRetention, 'copiedFirst'>]>([
    ['the newest', { perDevice: 7, notBefore: undefined }],
    ['snapshots of the last days', { perDevice: undefined, notBefore: dayTime(days - 7) }],
  ])('keep the rest unchanged and leave nothing of the others: %s', async (_, rule) => {
    const history = testHistory(await open())
    const rules = new Map([['site', { ...rule, copiedFirst: false }]])
    const prune = async () => {
      let after: string | undefined = ''
      while (after !== undefined) after = await pruneSnapshots(history.ctx, timeOf(history.ctx), rules, after)
    }
    // Seen on the first day only: it shows the second machine's current state, however old it is.
    const current = await history.storeSnapshot(0, 2)
    const ids: string[] = []
    for (let day = 0; day < days; day++) {
      ids.push(await history.storeSnapshot(day))
      await history.packAll()
      if (day % 5 !== 4) continue
      await prune()
      await history.rebaseAll()
    }
    const left = [...ids.slice(-7), current]
    const before = await Promise.all(left.map(history.shown))
    expect(before.map(({ raw }) => raw)).toEqual(left.map(history.sent))
    await expect(history.shown(ids.at(-8) ?? '')).rejects.toThrow('No snapshot')

    // What still served as a dictionary has gone when its time is over.
    history.clock.time = new Date(Date.parse(history.clock.time) + 8 * dayMs).toISOString()
    await history.rebaseAll()
    expect(await Promise.all(left.map(history.shown))).toEqual(before)
    const { raw, sections } = await history.contents()
    expect(raw).toHaveLength(left.length)
    expect([...raw, ...sections].filter(({ rebaseAt }) => rebaseAt !== null)).toEqual([])
    expect(raw.filter(({ dictionarySeq }) => dictionarySeq === null)).toHaveLength(2)
  })
})
