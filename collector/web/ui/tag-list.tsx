import { useQuery } from '@tanstack/react-query'
import { tagsOptions } from '../api/catalogs.ts'
import classes from './tag-list.module.css'

/** Tags by name. The tag's colour is a dot beside it, as text in any colour could be unreadable. */
export function TagList({
  tags,
  inTable = false,
}: {
  tags: readonly { id: string; name: string }[]
  inTable?: boolean
}) {
  const { data } = useQuery(tagsOptions)
  if (tags.length === 0) return null
  const colours = new Map(data?.items.map(({ id, colour }) => [id, colour]))
  return (
    <span className={classes['tags']} data-in-table={inTable || undefined}>
      {tags.map(({ id, name }) => (
        <span key={id} className={classes['tag']}>
          <i style={{ background: colours.get(id) ?? 'var(--mantine-color-dimmed)' }} />
          {name}
        </span>
      ))}
    </span>
  )
}
