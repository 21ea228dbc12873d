import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

type Props<T> = { query: UseQueryResult<T>; what: string; lines?: number; children: (data: T) => ReactNode }

/** Shows the data of a query, an outline while loading, or an error. Old data stays shown if a refresh fails. */
export function Loaded<T>({ query, what, lines = 4, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} what={what} retry={() => void query.refetch()} />
  return <Outline lines={lines} what={what} />
}

export function Outline({ lines, what }: { lines: number; what: string }) {
  return (
    <Stack gap={10} aria-busy="true" role="status" aria-label={`Loading: ${what.toLowerCase()}`}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={line} height={14} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}
