import { newId } from '@rollcall/shared/ids.ts'
import { type Sighting, sightingsMax } from '@rollcall/shared/messages/sighting.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherSightings } from './sightings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seen = (number: number): Sighting => ({
  id: newId(),
  observedAt: '2026-11-20T08:00:00.000Z',
  address: `10.0.${number >> 8}.${number & 255}`,
})

function gathering(keep: () => Promise<void> = async () => undefined) {
  const batches: number[] = []
  const see = gatherSightings((hosts) => {
    batches.push(hosts.length)
    return keep()
  })
  return { batches, see }
}

test('sends the first host at once, and groups the following ones', async () => {
  const { batches, see } = gathering()
  const first = see(seen(1))
  await vi.advanceTimersByTimeAsync(1)
  await first
  expect(batches).toEqual([1])
  const more = [see(seen(2)), see(seen(3))]
  await vi.advanceTimersByTimeAsync(10)
  expect(batches).toEqual([1])
  await vi.advanceTimersByTimeAsync(10)
  await Promise.all(more)
  expect(batches).toEqual([1, 2])
})

test('sends a full batch at once', async () => {
  const { batches, see } = gathering()
  const all = Array.from({ length: 2 * sightingsMax + 1 }, (_, number) => see(seen(number)))
  expect(batches).toEqual([sightingsMax, sightingsMax])
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all(all)
  expect(batches).toEqual([sightingsMax, sightingsMax, 1])
})

test('rejects each host of a failed batch, and tries the next batch', async () => {
  const keep = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('full')).mockResolvedValueOnce()
  const { see } = gathering(keep)
  const lost = Promise.allSettled([see(seen(1)), see(seen(2))])
  await vi.advanceTimersByTimeAsync(1)
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const kept = see(seen(3))
  await vi.advanceTimersByTimeAsync(20)
  await expect(kept).resolves.toBeUndefined()
})
