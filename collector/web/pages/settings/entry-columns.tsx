import type { Column } from '../../table/types.ts'
import { Time } from '../../ui/time.tsx'

type ListEntry = { reason: string | null; createdAt: string; createdBy: string }

/** Columns for the reason of a list entry, and its author and date. */
export const entryColumns: readonly Column<ListEntry>[] = [
  { id: 'reason', header: 'Reason', from: 'sm', render: ({ reason }) => <span title={reason ?? ''}>{reason}</span> },
  { id: 'createdBy', header: 'Added by', width: 130, from: 'sm', render: ({ createdBy }) => createdBy },
  {
    id: 'createdAt',
    header: 'Added',
    width: 90,
    align: 'right',
    render: ({ createdAt }) => <Time value={createdAt} />,
  },
]
