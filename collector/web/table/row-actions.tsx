import { ActionIcon, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from './types.ts'

/** The actions name themselves. */
export const actionsId = 'actions'

type Given<T> = {
  /** Opens the editor of an item. Without it there is no actions column. */
  onEdit: ((item: T) => void) | undefined
  /** Renders the button to remove an item, if it may be removed. */
  remove?: (item: T) => ReactNode
  /** Renders further buttons. */
  more?: (item: T) => ReactNode
}

/** Returns the actions column of an editable list: none or one. */
export function rowActions<T extends { name: string }>({ onEdit, remove, more }: Given<T>): Column<T>[] {
  if (!onEdit) return []
  const render = (item: T) => (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      {more?.(item)}
      <ActionIcon aria-label={`Edit ${item.name}`} onClick={() => onEdit(item)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      {remove?.(item)}
    </Group>
  )
  return [{ id: actionsId, header: 'Actions', width: more ? 118 : 86, align: 'right', render }]
}
