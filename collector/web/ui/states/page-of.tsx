import { Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTitle } from '../use-title.ts'
import { Failure } from './failure.tsx'
import { Outline } from './loaded.tsx'

type Props<T> = {
  query: UseQueryResult<T>
  /** Kind of the item, in the singular: `Task`. */
  label: string
  /** Link to the list, shown if the item does not exist. */
  list: { to: NonNullable<LinkProps['to']>; label: string }
  children: (data: T) => ReactNode
}

/** A page of one item: the item, an outline while loading, or an error. */
export function PageOf<T>({ query, label, list, children }: Props<T>) {
  return query.data === undefined ? <Unavailable query={query} label={label} list={list} /> : children(query.data)
}

function Unavailable({ query, label, list }: Omit<Props<unknown>, 'children'>) {
  useTitle(label)
  if (!query.isError) return <Outline lines={8} label={`The ${label.toLowerCase()}`} />
  return (
    <>
      <Title order={1} mb="md">
        {label}
      </Title>
      <Failure error={query.error} label={`The ${label.toLowerCase()}`} retry={() => void query.refetch()} />
      <Text size="sm" mt="md">
        <Link to={list.to}>{list.label}</Link>
      </Text>
    </>
  )
}
