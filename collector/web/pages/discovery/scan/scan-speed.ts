import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { useEffect, useRef, useState } from 'react'

type Sample = { atMs: number; done: number }
type Speed = { perSecond: number; msLeft: number }

/** The period over which the speed is measured: short enough to be current, long enough for a batch of addresses. */
const spanMs = 15_000

/** Appends a sample and drops those older than the period. */
export const withSample = (samples: readonly Sample[], next: Sample): Sample[] => [
  ...samples.filter(({ atMs }) => atMs >= next.atMs - spanMs),
  next,
]

/** Returns the speed and the time left; undefined without progress. */
export function speedOf(samples: readonly Sample[], total: number): Speed | undefined {
  const [from, to] = [samples[0], samples.at(-1)]
  if (!from || !to || to.atMs - from.atMs < 1_000 || to.done <= from.done) return undefined
  const perSecond = ((to.done - from.done) / (to.atMs - from.atMs)) * 1_000
  return { perSecond, msLeft: Math.max(0, total - to.done) / (perSecond / 1_000) }
}

export function useScanSpeed({ id, progress }: TaskRecord): Speed | undefined {
  const samples = useRef<{ id: string; all: Sample[] }>({ id, all: [] })
  const [speed, setSpeed] = useState<Speed>()
  const { addressesDone, addressesTotal } = progress
  useEffect(() => {
    const before = samples.current.id === id ? samples.current.all : []
    const all = withSample(before, { atMs: performance.now(), done: addressesDone })
    samples.current = { id, all }
    setSpeed(speedOf(all, addressesTotal))
  }, [id, addressesDone, addressesTotal])
  return speed
}
