import { describe, expect, it } from 'vitest'
import { createLogSync } from './log-sync.ts'

/** A disk that takes as long as the test wants. */
function disk() {
  const syncs: PromiseWithResolvers<void>[] = []
  const log = createLogSync('/data/rollcall.db', {
    sync: () => {
      const begun = Promise.withResolvers<void>()
      syncs.push(begun)
      return begun.promise
    },
    close: async () => undefined,
  })
  return { log, syncs }
}

/** Lets all go on that waits for nothing else. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('the sync of the log', () => {
  it('is shared by all commits before its start, and repeated for those during it', async () => {
    const { log, syncs } = disk()
    const ended: string[] = []
    const flush = (name: string) => log.flush().then(() => ended.push(name))
    const first = [flush('a'), flush('b')]
    await nextTurn()
    const second = [flush('c'), flush('d')]
    await nextTurn()
    expect({ syncs: syncs.length, ended }).toEqual({ syncs: 1, ended: [] })
    syncs[0]?.resolve()
    await Promise.all(first)
    await nextTurn()
    expect({ syncs: syncs.length, ended }).toEqual({ syncs: 2, ended: ['a', 'b'] })
    syncs[1]?.resolve()
    await Promise.all(second)
    expect(ended).toEqual(['a', 'b', 'c', 'd'])
  })

  it('is never trusted again after a failure, since the kernel drops unwritten pages', async () => {
    const { log, syncs } = disk()
    log.assertSound()
    const failing = log.flush()
    await nextTurn()
    const waiting = log.flush()
    syncs[0]?.reject(new Error('EIO: i/o error, fdatasync'))
    const message = 'the disk with /data/rollcall.db failed (EIO: i/o error, fdatasync)'
    await expect(failing).rejects.toThrow(message)
    await expect(waiting).rejects.toThrow(message)
    expect(() => log.assertSound()).toThrow(message)
    await expect(log.flush()).rejects.toThrow(message)
    expect(syncs).toHaveLength(1)
  })
})
