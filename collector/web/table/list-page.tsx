import type { ReactNode } from 'react'
import { ApiError } from '../api/problem.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ListPart, type ListPartProps } from './list-part.tsx'
import type { ListState } from './list-search.ts'

type Props<T, S extends ListState> = ListPartProps<T, S> & {
  /** One sentence on what the list is for, where its name does not say it. */
  about?: ReactNode
  /** Under the title: ways to the pages beside it, or figures of all that is listed. */
  nav?: ReactNode
  /** What can be done with the list, on the right of its title; nothing where it may not even be seen. */
  actions?: ReactNode
}

/** A page that is one list: its title, what narrows it, the table and its pages, all of it as the address says. */
export function ListPage<T extends { id: string }, S extends ListState>(props: Props<T, S>) {
  const { about, nav, actions, ...list } = props
  const { error } = list.query
  const isForbidden = error instanceof ApiError && error.status === 403
  return (
    <>
      <PageHead title={list.name} about={about} actions={!isForbidden && actions} />
      {nav}
      <ListPart {...list} />
    </>
  )
}
