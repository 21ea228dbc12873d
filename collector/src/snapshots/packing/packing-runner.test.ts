import { expect, it } from 'vitest'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testHistory } from '../testing/history.ts'
import { startPacking } from './packing-runner.ts'

describeOnBothEngines('packing in the background', ({ open }) => {
  it('starts at once, stops after the current turn, and continues at the next start', async () => {
    const history = testHistory(await open())
    for (const day of [0, 1, 2]) await history.storeSnapshot(day)
    const packed = async () => {
      const { raw } = await history.contents()
      return raw.filter(({ dictionarySeq }) => dictionarySeq !== null).length
    }
    // The first of a device has nothing to be a difference from.
    for (const expected of [0, 1, 2]) {
      await startPacking(history.ctx).stop()
      expect(await packed()).toBe(expected)
    }
  })

  it('continues after a failure', async () => {
    const history = testHistory(await open())
    for (const day of [0, 1]) await history.storeSnapshot(day)
    const { log } = history.ctx
    const logged: unknown[] = []
    const failing = {
      ...history.ctx,
      log: Object.assign(log.child({}), { error: (...line: unknown[]) => logged.push(line) }),
      store: { ...history.ctx.store, read: () => Promise.reject(new Error('no disk')) },
    }
    await startPacking(failing).stop()
    expect(logged).toMatchObject([[{ err: { message: 'no disk' } }, 'snapshots could not be packed; retrying']])
  })
})
