import { ActionIcon, Group } from '@mantine/core'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../../table/types.ts'
import { TagList } from '../../../ui/tag-list.tsx'
import { RemoveTag } from './remove-tag.tsx'

type Given = {
  segments: readonly SegmentListItem[] | undefined
  /** Without it nobody may edit here. */
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
        {deviceCount.toLocaleString('en')}
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
  ...(onEdit ? [actions(onEdit)] : []),
]

const actions = (onEdit: (tag: Tag) => void): Column<Tag> => ({
  id: 'actions',
  header: 'Actions',
  width: 96,
  align: 'right',
  render: (tag) => (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <ActionIcon aria-label={`Edit ${tag.name}`} onClick={() => onEdit(tag)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <RemoveTag tag={tag} />
    </Group>
  ),
})
