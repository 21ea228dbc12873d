import type { ReactNode } from 'react'
import { ApiError } from '../api/problem.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ExportButton, type Exported } from './export-button.tsx'
import { ListPart, type ListPartProps } from './list-part.tsx'
import type { ListState } from './list-search.ts'

type Props<T, S extends ListState> = ListPartProps<T, S> & {
  /** One sentence about the list, if its name needs one. */
  about?: ReactNode
  /** Content below the title: links to related pages or figures. */
  nav?: ReactNode
  /** The list as a file. */
  exported: Exported
  /** Actions on the right of the title; hidden if the list is forbidden. */
  actions?: ReactNode
}

/** A page with one list: title, search, filters, table and pages, all stored in the address. */
export function ListPage<T extends { id: string }, S extends ListState>(props: Props<T, S>) {
  const { about, nav, actions, exported, ...list } = props
  const { error } = list.query
  const isForbidden = error instanceof ApiError && error.status === 403
  return (
    <>
      <PageHead
        title={list.name}
        about={about}
        actions={
          !isForbidden && (
            <>
              <ExportButton {...exported} />
              {actions}
            </>
          )
        }
      />
      {nav}
      <ListPart {...list} />
    </>
  )
}
