import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

it('changes of one resource wait for each other, also for one that fails; those of another do not', async () => {
  const client = new QueryClient()
  const begun: string[] = []
  const first = Promise.withResolvers<string>()
  const change = (name: string, result: Promise<string>) => () => {
    begun.push(name)
    return result
  }
  const ends = [
    inTurn(client, 'd-1', change('first', first.promise)),
    inTurn(client, 'd-1', change('second', Promise.resolve('done'))),
    inTurn(client, 'd-2', change('other', Promise.resolve('done'))),
  ]
  expect(await ends[2]).toBe('done')
  expect(begun).toEqual(['first', 'other'])
  first.reject(new Error('refused'))
  expect(await Promise.allSettled(ends.slice(0, 2))).toMatchObject([{ status: 'rejected' }, { value: 'done' }])
  expect(begun).toEqual(['first', 'other', 'second'])
})
