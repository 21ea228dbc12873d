import { describe, expect, it } from 'vitest'
import { createPause } from './pause.ts'

const anHour = 3_600_000

describe('a pause', () => {
  it('ends after its time, or when woken', async () => {
    const pause = createPause()
    expect(await pause.wait(1)).toBe(false)
    const waiting = pause.wait(anHour)
    pause.wake()
    expect(await waiting).toBe(true)
  })

  it('counts an earlier wake exactly once', async () => {
    const pause = createPause()
    pause.wake()
    pause.wake()
    expect(await pause.wait(anHour)).toBe(true)
    expect(await pause.wait(1)).toBe(false)
  })
})
