import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { refreshAfterRemoval } from './use-remove.ts'

it('a removal reads the lists that are shown again, but not the removed item', async () => {
  const client = new QueryClient()
  const read: string[] = []
  const shown = [
    ['users', 'list', { limit: 25 }],
    ['users', 'one', 'u-1', 'sessions'],
    ['users', 'one', 'u-2'],
    ['alerts'],
    ['devices', 'list', {}],
  ]
  const ends = shown.map((queryKey) =>
    new QueryObserver(client, { queryKey, staleTime: 60_000, queryFn: () => read.push(queryKey.join(' ')) }).subscribe(
      () => undefined,
    ),
  )
  await expect.poll(() => read.length).toBe(shown.length)
  read.length = 0
  await refreshAfterRemoval(client, ['users', 'alerts'], 'u-1')
  expect(read).toEqual(['users list [object Object]', 'users one u-2', 'alerts'])
  for (const end of ends) end()
})
