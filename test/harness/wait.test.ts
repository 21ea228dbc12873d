import { expect, test } from 'vitest'
import { waitFor } from './wait.ts'

test('returns the first value after errors and empty attempts', async () => {
  const attempts = [undefined, false, null, new Error('refused'), 0]
  const value = await waitFor(
    () => {
      const attempt = attempts.shift()
      if (attempt instanceof Error) throw attempt
      return attempt
    },
    { what: 'a value', intervalMs: 1 },
  )
  expect(value).toBe(0)
})

test('fails with the name of the condition and the last value', async () => {
  const waited = waitFor(() => false, { what: 'the moon', timeoutMs: 30, intervalMs: 1 })
  await expect(waited).rejects.toThrow('waited 30 ms for the moon; last value: false')
  const refused = waitFor(() => Promise.reject(new Error('refused')), { what: 'it', timeoutMs: 30, intervalMs: 1 })
  await expect(refused).rejects.toThrow('waited 30 ms for it; last error: refused')
})

test('fails in time although an attempt never ends', async () => {
  const waited = waitFor(() => new Promise<true>(() => undefined), { what: 'godot', timeoutMs: 30 })
  await expect(waited).rejects.toThrow('waited 30 ms for godot; no try came to an end')
})

test('an abort signal ends the wait with its reason', async () => {
  const signal = AbortSignal.abort(new Error('it ended'))
  await expect(waitFor(() => true, { what: 'it', signal })).rejects.toThrow('it ended')
})
