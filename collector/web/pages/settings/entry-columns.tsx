import type { ReactNode } from 'react'
import { actionsId } from '../../table/row-actions.tsx'
import { timeColumn } from '../../table/time-column.tsx'
import type { Column } from '../../table/types.ts'

type ListEntry = { reason: string | null; createdAt: string; createdBy: string }

/** Columns for the reason of a list entry, its author and date, and its removal if the user may remove it. */
export const entryColumns = <E extends ListEntry>(remove: false | ((entry: E) => ReactNode)): Column<E>[] => [
  { id: 'reason', header: 'Reason', from: 'sm', render: ({ reason }) => <span title={reason ?? ''}>{reason}</span> },
  { id: 'createdBy', header: 'Added by', width: 130, from: 'sm', render: ({ createdBy }) => createdBy },
  timeColumn('createdAt', 'Added', { width: 90, align: 'right' }),
  ...(remove ? [{ id: actionsId, header: 'Actions', width: 144, align: 'right' as const, render: remove }] : []),
]
