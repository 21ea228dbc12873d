import type { IdentityJunk } from '@rollcall/shared/api/identity-junk.ts'
import { identityJunk } from '../../../api/catalogs.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import type { Column } from '../../../table/types.ts'
import { counted } from '../../../ui/amounts.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { entryColumns } from '../entry-columns.tsx'
import { junkKinds, junkOrigins } from './junk-kinds.ts'

/** Columns of the junk values list. */
export const junkColumns = (mayEdit: boolean): Column<IdentityJunk>[] => [
  { id: 'kind', header: 'Kind', width: 130, from: 'sm', render: ({ kind }) => junkKinds[kind].label },
  {
    id: 'value',
    header: 'Value',
    fixed: true,
    render: ({ value }) => <Identifier inTable value={value} label="value" />,
  },
  { id: 'manufacturer', header: 'Manufacturer', width: 150, from: 'sm', render: ({ manufacturer }) => manufacturer },
  {
    id: 'origin',
    header: 'State',
    width: 150,
    render: ({ origin, devices }) =>
      origin === 'learned' && devices !== null ? `Learned from ${counted(devices, 'device')}` : junkOrigins[origin],
  },
  ...entryColumns<IdentityJunk>(
    mayEdit &&
      (({ id, value, origin }) => (
        <RemoveItem
          action={origin === 'allowed' ? 'Remove' : 'Allow'}
          of={identityJunk}
          also={['devices']}
          item={{ id, name: value }}
        >
          {removalTexts[origin]}
        </RemoveItem>
      )),
  ),
]

const removalTexts: Record<IdentityJunk['origin'], string> = {
  learned: 'It identifies devices again and is not learned again. It stays on this list as allowed.',
  site: 'It identifies devices again. If several active devices have it at the same time, it is learned again.',
  allowed: 'It keeps identifying devices. If several active devices have it at the same time, it is learned again.',
}
