import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { ignoreList } from '../../../api/catalogs.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import type { Column } from '../../../table/types.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { entryColumns } from '../entry-columns.tsx'
import { ignoreKinds } from './kinds.ts'

/** Columns of the Ignore List. Without `onAllowed` the list is read only. */
export const ignoreColumns = (onAllowed: (() => Promise<unknown>) | undefined): Column<IgnoreEntry>[] => [
  { id: 'kind', header: 'Kind', width: 120, from: 'sm', render: ({ kind }) => ignoreKinds[kind].label },
  {
    id: 'pattern',
    header: 'Pattern',
    fixed: true,
    render: ({ pattern }) => <Identifier inTable value={pattern} label="pattern" />,
  },
  ...entryColumns,
  ...(onAllowed ? [allowing(onAllowed)] : []),
]

const allowing = (onAllowed: () => Promise<unknown>): Column<IgnoreEntry> => ({
  id: 'actions',
  header: 'Actions',
  width: 144,
  align: 'right',
  render: ({ id, pattern }) => (
    <RemoveButton
      name={pattern}
      action="Remove"
      run={async () => {
        await ignoreList.remove(id)
        await onAllowed()
      }}
    >
      Matching devices are added when they are next seen, unless another pattern matches them.
    </RemoveButton>
  ),
})
