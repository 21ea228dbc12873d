import { ActionIcon, Group, Text } from '@mantine/core'
import type { View, ViewParameters } from '@rollcall/shared/api/view.ts'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './views.module.css'

type Shown = { name: string; parameters: ViewParameters } | View

type Props<V> = {
  name: string
  views: readonly V[]
  /** Shows the name as a title. */
  isTitled?: boolean
  onGo: () => void
  onEdit?: (view: V) => void
}

/** Links to the views of a list. A list without views shows nothing. */
export function ViewLinks<V extends Shown>({ name: label, views, isTitled = false, onGo, onEdit }: Props<V>) {
  if (views.length === 0) return null
  return (
    <nav aria-label={label}>
      {isTitled && (
        <Text size="xs" c="dimmed" px={8} pt={8}>
          {label}
        </Text>
      )}
      {views.map((view) => (
        <Group key={'id' in view ? view.id : view.name} gap={4} wrap="nowrap">
          <Link to="." search={addressOf(view) as never} className={classes['view'] ?? ''} onClick={onGo}>
            {view.name}
            {'id' in view && view.shared && <small className={classes['owner']}>{sharedBy(view)}</small>}
          </Link>
          {onEdit && (
            <ActionIcon aria-label={`Edit view ${view.name}`} onClick={() => onEdit(view)}>
              <IconPencil size={15} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
    </nav>
  )
}

const addressOf = (view: Shown): Record<string, string> =>
  'id' in view ? { ...view.parameters, view: view.id } : view.parameters

/** Says who shares a view; its own user sees that it is shared. */
const sharedBy = ({ owner }: View): string => `shared by ${owner?.name ?? 'a removed user'}`
