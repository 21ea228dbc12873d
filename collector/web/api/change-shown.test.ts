import { expect, it } from 'vitest'
import { changeShown, isConflict } from './change-shown.ts'
import { ApiError } from './problem.ts'

type Value = { own: string; other: number }

/** A resource that somebody else changes right before each of the first writes. */
function contested(changes: readonly Partial<Value>[]) {
  let value: Value = { own: 'a', other: 0 }
  const left = [...changes]
  const tag = () => JSON.stringify(value)
  return {
    now: () => value,
    change: (own: string) =>
      changeShown({
        read: async () => ({ value, etag: tag() }),
        shown: { own: 'a', other: 0 },
        edited: (each) => each.own,
        write: async (ifMatch) => {
          value = { ...value, ...left.shift() }
          if (ifMatch !== tag()) throw new ApiError({ status: 412, title: 'It has changed' })
          value = { ...value, own }
        },
      }),
  }
}

it('changes its part despite changes of other parts, with a few retries', async () => {
  const resource = contested([{ other: 1 }, { other: 2 }])
  await resource.change('b')
  expect(resource.now()).toEqual({ own: 'b', other: 2 })
  const busy = contested([{ other: 1 }, { other: 2 }, { other: 3 }])
  await expect(busy.change('b')).rejects.toSatisfy(isConflict)
})

it('never overwrites another change of its part', async () => {
  const resource = contested([{ own: 'theirs' }])
  await expect(resource.change('b')).rejects.toSatisfy(isConflict)
  expect(resource.now()).toEqual({ own: 'theirs', other: 0 })
})
