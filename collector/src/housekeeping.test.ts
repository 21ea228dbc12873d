import { afterEach, expect, it, vi } from 'vitest'
import { startHousekeeping } from './housekeeping.ts'
import { testSystem } from './ingest/test-system.ts'
import type { Store } from './store/store.ts'
import { describeOnBothEngines } from './store/test-stores.ts'

afterEach(() => {
  vi.useRealTimers()
})

describeOnBothEngines('housekeeping', ({ open }) => {
  it('does nothing twice at once, and has ended when it is stopped', async () => {
    const { system } = testSystem(await open())
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    let begun = 0
    let ended = 0
    const slow: Store['read'] = async (fn) => {
      begun += 1
      await isFree
      const result = await system.store.read(fn)
      ended += 1
      return result
    }
    const errors: unknown[] = []
    const log = Object.assign(Object.create(system.log), { error: (told: unknown) => errors.push(told) })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const housekeeping = startHousekeeping(
      { ...system, log, store: { ...system.store, read: slow } },
      async () => undefined,
    )
    vi.advanceTimersByTime(30_000)
    const once = begun
    expect(once).toBeGreaterThan(0)
    vi.advanceTimersByTime(30_000)
    expect(begun).toBe(once)

    const stopped = housekeeping.stop()
    free()
    await stopped
    expect({ begun, ended, errors }).toEqual({ begun: once, ended: once, errors: [] })
    vi.advanceTimersByTime(60_000)
    expect(begun).toBe(once)
  })
})
