import { Menu } from '@mantine/core'
import { IconDots, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { tagsOptions } from '../../api/catalogs.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import type { PendingBulk } from './bulk-confirm.tsx'

type Props = { isPending: boolean; onAsk: (pending: PendingBulk) => void }

/** Attaches a tag to the chosen devices, or removes it. */
export function TagMenu({ isPending, onAsk }: Props) {
  const tags = useQuery(tagsOptions)
  const items = tags.data?.items ?? []
  return (
    <Menu position="top">
      <Menu.Target>
        <ActionButton label="Tag" icon={IconTag} loading={isPending} />
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Menu.Label>{items.length === 0 ? 'No tags yet' : 'Add'}</Menu.Label>
        {items.map(({ id: tagId, name }) => (
          <Menu.Item key={tagId} onClick={() => onAsk({ action: { kind: 'tag', tagId }, verb: `Tag ${name} on` })}>
            {name}
          </Menu.Item>
        ))}
        {items.length > 0 && <Menu.Label>Remove</Menu.Label>}
        {items.map(({ id: tagId, name }) => (
          <Menu.Item
            key={tagId}
            aria-label={`Remove ${name}`}
            onClick={() => onAsk({ action: { kind: 'untag', tagId }, verb: `Remove ${name} from` })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const lost = 'Their snapshots stay for as long as retention allows. This cannot be undone.'

/** Less common actions on the chosen devices. */
export function MoreActions({ isPending, onAsk, onFields }: Props & { onFields: () => void }) {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionButton label="More" icon={IconDots} loading={isPending} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onFields}>Set fields…</Menu.Item>
        <Menu.Item
          onClick={() =>
            onAsk({
              action: { kind: 'ignore' },
              verb: 'Ignore',
              warning: `The devices are removed from the inventory. Their identifiers go on the Ignore List, so that scans and agents do not add them again. ${lost}`,
            })
          }
        >
          Ignore…
        </Menu.Item>
        <Menu.Item
          color="red"
          onClick={() =>
            onAsk({
              action: { kind: 'delete' },
              verb: 'Delete',
              warning: `The devices are removed from the inventory, and return with a new record when they are seen again. If the settings say so, they are archived instead. ${lost}`,
            })
          }
        >
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
