import { expect, it } from 'vitest'
import { createCallerTurns } from './caller-turns.ts'

it('runs two calls of a caller at a time, in order, and those of others in parallel', async () => {
  const takeTurn = createCallerTurns(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const call = (callerId: string, name: string) =>
    takeTurn(callerId, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const calls = [call('a', 'a1'), call('a', 'a2'), call('a', 'a3'), call('a', 'a4'), call('b', 'b1')]
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends[1]?.()
  await calls[1]
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  while (ends.length < calls.length) {
    for (const end of ends) end()
    await new Promise(setImmediate)
  }
  for (const end of ends) end()
  await Promise.all(calls)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

it('frees the place of a failed call', async () => {
  const takeTurn = createCallerTurns(1)
  const failed = takeTurn('a', () => Promise.reject(new Error('no')))
  const next = takeTurn('a', async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})
