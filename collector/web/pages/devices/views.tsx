import { Button, Menu, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type DeviceListState, readListSearch } from '../search.ts'

type View = { name: string; search: DeviceListState }

const ours: readonly View[] = [
  { name: 'All devices', search: {} },
  { name: 'Changed in the last 7 days', search: { changed: '7d', sort: '-lastSeen' } },
  { name: 'Not seen for 30 days', search: { quiet: '30d', sort: 'lastSeen' } },
  { name: 'Not identified', search: { type: 'unknown' } },
]

/** A view is a link: filters, order and columns are in the address. Those with a name are kept in this browser. */
export function Views({ state }: { state: DeviceListState }) {
  const [kept, setKept] = useLocalStorage<View[]>({ key: 'rollcall-device-views', defaultValue: [] })
  const [name, setName] = useState('')
  const { href } = useLocation()
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim()
    if (given === '') return
    const { page: _page, ...search } = state
    setKept([...kept.filter((view) => view.name !== given), { name: given, search }])
    setName('')
  }
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={15} aria-hidden />}>
          Views
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ours.map((view) => (
          <ViewItem key={view.name} view={view} />
        ))}
        {kept.length > 0 && <Menu.Label>Yours, in this browser</Menu.Label>}
        {kept.map((view) => (
          <ViewItem key={view.name} view={view} />
        ))}
        {kept.length > 0 && (
          <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={() => setKept([])}>
            Forget yours
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => void navigator.clipboard.writeText(new URL(href, location.origin).href)}>
          Copy the link to this view
        </Menu.Item>
        <form onSubmit={keep}>
          <TextInput
            size="xs"
            m={6}
            aria-label="Name of this view"
            placeholder="Keep this view as …"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => event.stopPropagation()}
          />
        </form>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What an older release, or somebody else, wrote into the browser is read like an address. */
function ViewItem({ view: { name, search } }: { view: View }) {
  return (
    <Menu.Item renderRoot={(props) => <Link to="/devices" search={readListSearch(search)} {...props} />}>
      {name}
    </Menu.Item>
  )
}
