import { describe, expect, it } from 'vitest'
import { createPause } from './pause.ts'

const anHour = 3_600_000

describe('a pause', () => {
  it('ends by itself, or when it is woken', async () => {
    const pause = createPause()
    expect(await pause.wait(1)).toBe(false)
    const waiting = pause.wait(anHour)
    pause.wake()
    expect(await waiting).toBe(true)
  })

  it('loses no wake that came before it, and takes it once', async () => {
    const pause = createPause()
    pause.wake()
    pause.wake()
    expect(await pause.wait(anHour)).toBe(true)
    expect(await pause.wait(1)).toBe(false)
  })
})
