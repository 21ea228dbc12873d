import { Button, CloseButton, Divider, Group, Popover, Text, TextInput } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconBookmark } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type DeviceListState, readDeviceListSearch } from '../../table/list-search.ts'
import classes from './views.module.css'

type View = { name: string; search: DeviceListState }

const builtIn: readonly View[] = [
  { name: 'All devices', search: {} },
  { name: 'New in the last 7 days', search: { new: '7d', sort: '-lastSeen' } },
  { name: 'Changed in the last 7 days', search: { changed: '7d', sort: '-lastSeen' } },
  { name: 'Not seen for 30 days', search: { quiet: '30d', sort: 'lastSeen' } },
  { name: 'Not identified', search: { type: 'unknown' } },
  { name: 'Archived', search: { archived: 'true' } },
]

/** Menu of saved views. A view is a link with filters, order and columns. Own views are stored in this browser. */
export function Views({ state }: { state: DeviceListState }) {
  const [saved, setSaved] = useLocalStorage<View[]>({ key: 'rollcall-device-views', defaultValue: [] })
  const [name, setName] = useState('')
  const [opened, { toggle, close }] = useDisclosure(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const title = name.trim()
    if (title === '') return
    const { page: _page, ...search } = state
    setSaved([...without(saved, title), { name: title, search }])
    setName('')
  }
  return (
    <Popover position="bottom-end" width={290} trapFocus returnFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={15} aria-hidden />} onClick={toggle}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ViewList name="Views" views={builtIn} onGo={close} />
        {saved.length > 0 && (
          <>
            <Text size="xs" c="dimmed" px={8} pt={8}>
              Saved in this browser
            </Text>
            <ViewList
              name="Saved views"
              views={saved}
              onGo={close}
              onDelete={(name) => setSaved(without(saved, name))}
            />
          </>
        )}
        <Divider my={8} />
        <form onSubmit={save}>
          <Group gap={6} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              aria-label="Name of this view"
              placeholder="Save view as"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default">
              Save
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const without = (views: readonly View[], name: string) => views.filter((view) => view.name !== name)

type ListProps = { name: string; views: readonly View[]; onGo: () => void; onDelete?: (name: string) => void }

/** Links to views. Stored views are parsed like an address, as an older release may have written them. */
function ViewList({ name: label, views, onGo, onDelete }: ListProps) {
  return (
    <nav aria-label={label}>
      {views.map(({ name, search }) => (
        <Group key={name} gap={4} wrap="nowrap">
          <Link to="/devices" search={readDeviceListSearch(search)} className={classes['view'] ?? ''} onClick={onGo}>
            {name}
          </Link>
          {onDelete && <CloseButton size="xs" aria-label={`Delete view ${name}`} onClick={() => onDelete(name)} />}
        </Group>
      ))}
    </nav>
  )
}
