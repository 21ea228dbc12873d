import { Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

type Props<T> = { query: UseQueryResult<T>; label: string; lines?: number; children: (data: T) => ReactNode }

/** Shows the data of a query, an outline while loading, or an error. Old data stays shown if a refresh fails. */
export function Loaded<T>({ query, label, lines = 4, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} label={label} retry={() => void query.refetch()} />
  return <Outline lines={lines} label={label} />
}

export function Outline({ lines, label }: { lines: number; label: string }) {
  return (
    <Stack gap={10} aria-busy="true" role="status" aria-label={`Loading: ${label.toLowerCase()}`}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={line} height={14} width={`${92 - ((line * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}
