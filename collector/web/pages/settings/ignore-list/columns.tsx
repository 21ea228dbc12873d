import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { ignoreList } from '../../../api/catalogs.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import type { Column } from '../../../table/types.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { entryColumns } from '../entry-columns.tsx'
import { ignoreKinds } from './kinds.ts'

/** Columns of the Ignore List. */
export const ignoreColumns = (mayEdit: boolean): Column<IgnoreEntry>[] => [
  { id: 'kind', header: 'Kind', width: 120, from: 'sm', render: ({ kind }) => ignoreKinds[kind].label },
  {
    id: 'pattern',
    header: 'Pattern',
    fixed: true,
    render: ({ pattern }) => <Identifier inTable value={pattern} label="pattern" />,
  },
  ...entryColumns<IgnoreEntry>(
    mayEdit &&
      (({ id, pattern }) => (
        <RemoveItem action="Remove" of={ignoreList} item={{ id, name: pattern }}>
          Matching devices are added when they are next seen, unless another pattern matches them.
        </RemoveItem>
      )),
  ),
]
