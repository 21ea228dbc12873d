import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { ignoreList } from '../../../api/catalogs.ts'
import { RemoveButton } from '../../../forms/remove-button.tsx'
import type { Column } from '../../../table/types.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { putThereColumns } from '../put-there-columns.tsx'
import { ignoreKinds } from './kinds.ts'

/** Without `onAllowed` nobody may take anything off the list here. */
export const ignoreColumns = (onAllowed: (() => Promise<unknown>) | undefined): Column<IgnoreEntry>[] => [
  { id: 'kind', header: 'Kind', width: 120, from: 'sm', render: ({ kind }) => ignoreKinds[kind].label },
  {
    id: 'pattern',
    header: 'Pattern',
    fixed: true,
    render: ({ pattern }) => <Identifier inTable value={pattern} label="the pattern" />,
  },
  ...putThereColumns,
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
      action="Allow again"
      run={async () => {
        await ignoreList.remove(id)
        await onAllowed()
      }}
    >
      What matches it comes into the inventory when it is seen the next time. Other patterns may still keep it out.
    </RemoveButton>
  ),
})
