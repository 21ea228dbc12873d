import { afterEach, expect, it, vi } from 'vitest'
import { testSystem } from '../../ingest/testing/system.ts'
import { TrustedTime } from '../../lib/trusted-time.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { startHousekeeping } from './housekeeping.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Creates housekeeping whose reads wait for a release and end as given. */
function heldUp(store: Store, end: Store['read']) {
  const { system } = testSystem(store)
  const guard = { run: (_: string, work: (time: TrustedTime) => Promise<void>) => work(new TrustedTime(new Date())) }
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const counts = { begun: 0, ended: 0, errors: [] as unknown[] }
  const read: Store['read'] = async (fn) => {
    counts.begun += 1
    await isFree
    const result = await end(fn)
    counts.ended += 1
    return result
  }
  const error = ({ err }: { err: unknown }) => counts.errors.push(err)
  const log = Object.assign(Object.create(system.log), { error })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { stop } = startHousekeeping(
    { ...system, log, store: { ...store, read } },
    guard,
    { connectedForMs: () => 0 },
    async () => undefined,
  )
  return { counts, stop, free }
}

describeOnBothEngines('housekeeping', ({ open }) => {
  it('runs no job twice at once, and ends before stop resolves', async () => {
    const store = await open()
    const { counts, stop, free } = heldUp(store, store.read)
    vi.advanceTimersByTime(30_000)
    const once = counts.begun
    expect(once).toBeGreaterThan(0)
    vi.advanceTimersByTime(30_000)
    expect(counts.begun).toBe(once)

    const stopped = stop()
    free()
    await stopped
    expect(counts).toEqual({ begun: once, ended: once, errors: [] })
    vi.advanceTimersByTime(60_000)
    expect(counts.begun).toBe(once)
  })

  it('logs a failure while it stops', async () => {
    const broken = new Error('the disk is broken')
    const { counts, stop, free } = heldUp(await open(), () => Promise.reject(broken))
    vi.advanceTimersByTime(30_000)
    const stopped = stop()
    free()
    await stopped
    expect(counts.errors).toContain(broken)
  })
})
