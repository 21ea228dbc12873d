import type { Column } from '../../table/types.ts'
import { Time } from '../../ui/time.tsx'

type PutThere = { reason: string | null; createdAt: string; createdBy: string }

/** Why something is on a list, and who put it there when. */
export const putThereColumns: readonly Column<PutThere>[] = [
  { id: 'reason', header: 'Reason', from: 'sm', render: ({ reason }) => <span title={reason ?? ''}>{reason}</span> },
  { id: 'createdBy', header: 'By', width: 130, from: 'sm', render: ({ createdBy }) => createdBy },
  { id: 'createdAt', header: 'When', width: 90, align: 'right', render: ({ createdAt }) => <Time value={createdAt} /> },
]
