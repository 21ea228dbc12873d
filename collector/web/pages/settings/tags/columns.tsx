import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { Link } from '@tanstack/react-router'
import { tags } from '../../../api/catalogs.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { rowActions } from '../../../table/row-actions.tsx'
import type { Column } from '../../../table/types.ts'
import { count, counted } from '../../../ui/amounts.ts'
import { TagList } from '../../../ui/tag-list.tsx'

type Given = {
  segments: readonly SegmentListItem[] | undefined
  /** Opens the editor of a tag; without it the list is read only. */
  onEdit: ((tag: Tag) => void) | undefined
}

export const tagColumns = ({ segments = [], onEdit }: Given): Column<Tag>[] => [
  { id: 'name', header: 'Name', fixed: true, render: (tag) => <TagList tags={[tag]} /> },
  {
    id: 'devices',
    header: 'Devices',
    width: 110,
    align: 'right',
    render: ({ id, name, deviceCount }) => (
      <Link
        to="/devices"
        search={{ tag: id }}
        data-row-link={id}
        aria-label={`${deviceCount} ${deviceCount === 1 ? 'device' : 'devices'} with ${name}`}
      >
        {count(deviceCount)}
      </Link>
    ),
  },
  {
    id: 'autoTag',
    header: 'Auto tag of',
    from: 'sm',
    render: ({ id }) =>
      segments
        .filter(({ autoTagId }) => autoTagId === id)
        .map(({ name }) => name)
        .join(', '),
  },
  ...rowActions({
    onEdit,
    remove: (tag: Tag) => (
      <RemoveItem asIcon of={tags} also={['devices', 'segments']} item={tag}>
        It is removed from {counted(tag.deviceCount, 'device')} and from segments that use it as Auto tag. The devices
        stay.
      </RemoveItem>
    ),
  }),
]
