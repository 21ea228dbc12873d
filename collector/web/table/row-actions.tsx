import { ActionIcon, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from './types.ts'

type Given<T> = {
  /** Without it nobody may edit here, and there is no such column. */
  onEdit: ((item: T) => void) | undefined
  /** Takes the item away, where that may be. */
  remove?: (item: T) => ReactNode
}

/** The last column of a list of what is edited in a form: none or one. */
export function rowActions<T extends { name: string }>({ onEdit, remove }: Given<T>): Column<T>[] {
  if (!onEdit) return []
  const render = (item: T) => (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <ActionIcon aria-label={`Edit ${item.name}`} onClick={() => onEdit(item)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      {remove?.(item)}
    </Group>
  )
  return [{ id: 'actions', header: 'Actions', width: 86, align: 'right', render }]
}
