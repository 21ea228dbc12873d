import { ActionIcon } from '@mantine/core'
import { hostCredentialKinds } from '@rollcall/shared/api/choices.ts'
import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { IconPlugConnected } from '@tabler/icons-react'
import { credentials } from '../../../api/catalogs.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { rowActions } from '../../../table/row-actions.tsx'
import type { Column } from '../../../table/types.ts'
import { Time } from '../../../ui/time.tsx'
import { credentialKinds } from './kinds.ts'

/** Columns of the credentials list. Without `onEdit` the list is read only. */
export const credentialColumns = (
  segments: readonly SegmentListItem[],
  onEdit: ((credential: CredentialRecord) => void) | undefined,
  onTest: (credential: CredentialRecord) => void,
): Column<CredentialRecord>[] => [
  { id: 'name', header: 'Name', fixed: true, render: ({ name }) => <span title={name}>{name}</span> },
  { id: 'kind', header: 'Kind', width: 190, render: ({ kind }) => credentialKinds[kind].label },
  {
    id: 'account',
    header: 'Account',
    from: 'sm',
    render: ({ username, user, accessKeyId, clientId }) => username ?? user ?? accessKeyId ?? clientId,
  },
  {
    id: 'segments',
    header: 'Segments',
    from: 'sm',
    render: (credential) => {
      const names = segmentsWith(credential, segments)
        .map(({ name }) => name)
        .join(', ')
      return <span title={names}>{names}</span>
    },
  },
  {
    id: 'used',
    header: 'Last scan',
    width: 96,
    align: 'right',
    from: 'sm',
    render: (credential) => <Time value={lastScanWith(credential, segments)} />,
  },
  {
    id: 'changed',
    header: 'Changed',
    width: 96,
    align: 'right',
    from: 'sm',
    render: ({ modifiedAt, createdAt }) => <Time value={modifiedAt ?? createdAt} />,
  },
  ...rowActions({
    onEdit,
    more: (credential: CredentialRecord) =>
      hostCredentialKinds.some((kind) => kind === credential.kind) && (
        <ActionIcon aria-label={`Test ${credential.name}`} onClick={() => onTest(credential)}>
          <IconPlugConnected size={16} aria-hidden />
        </ActionIcon>
      ),
    remove: (credential: CredentialRecord) =>
      segmentsWith(credential, segments).length === 0 && (
        <RemoveItem asIcon of={credentials} item={credential}>
          No segment uses it. Its secret is deleted. Devices read with it stay.
        </RemoveItem>
      ),
  }),
]

const segmentsWith = ({ id }: CredentialRecord, segments: readonly SegmentListItem[]) =>
  segments.filter(({ credentialIds }) => credentialIds.includes(id))

const lastScanWith = (credential: CredentialRecord, segments: readonly SegmentListItem[]): string | undefined =>
  segmentsWith(credential, segments)
    .flatMap(({ lastScan }) => lastScan ?? [])
    .sort()
    .at(-1)
