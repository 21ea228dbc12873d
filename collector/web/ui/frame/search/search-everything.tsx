import { Kbd, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSingleKeys } from '../../single-keys.ts'
import classes from './search-everything.module.css'
import { useActions } from './use-actions.tsx'
import { usePages } from './use-pages.tsx'
import { useSearchResults } from './use-search-results.tsx'
import { readWanted } from './wanted.ts'

const typingMs = 150

const [store, spotlight] = createSpotlight()

function selectFirst() {
  const list = document.getElementById(store.getState().listId)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

/**
 * Global search: devices by any identifier, segments, products, pages and actions. Opened by `/`, Ctrl-K or a click.
 */
export function SearchEverything({ onHelp }: { onHelp: () => void }) {
  const [typed, setTyped] = useState('')
  const [singleKeys] = useSingleKeys()
  const wanted = readWanted(typed)
  const [searched] = useDebouncedValue(wanted.text, typingMs)
  const results = useSearchResults(searched)
  const pages = usePages(wanted.text)
  const actions = useActions({ wanted, devices: results.devices, segments: results.segments, onHelp })
  const groups = (wanted.verb ? [actions] : [...results.groups, pages, actions]).filter(
    ({ entries }) => entries.length > 0,
  )
  // Mantine selects the first entry when the text changes, but not when later answers add an entry above it.
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id)).join()
  useEffect(() => {
    if (ids !== '') selectFirst()
  }, [ids])
  return (
    <>
      <UnstyledButton className={classes['opener'] ?? ''} onClick={spotlight.open} aria-label="Search everything">
        <IconSearch size={15} aria-hidden />
        <span>Search everything</span>
        <Kbd size="xs">{singleKeys ? '/' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <Spotlight.Root
        store={store}
        query={typed}
        onQueryChange={setTyped}
        shortcut={singleKeys ? ['/', 'mod + K'] : 'mod + K'}
        scrollable
        classNames={{ actionsGroup: classes['group'] ?? '' }}
        maxHeight="60vh"
        radius="sm"
        overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      >
        <VisuallyHidden>
          <Modal.Title>Search everything</Modal.Title>
        </VisuallyHidden>
        <Spotlight.Search
          placeholder="Name, address, MAC, serial number, segment, software, page or action"
          aria-label="Search everything"
          leftSection={<IconSearch size={18} aria-hidden />}
        />
        <Spotlight.ActionsList>
          {groups.map(({ label, entries }) => (
            <Spotlight.ActionsGroup key={label} label={label}>
              {entries.map(({ id, description, icon, run, ...entry }) => (
                <Spotlight.Action
                  key={id}
                  label={entry.label}
                  {...(description ? { description } : {})}
                  leftSection={icon}
                  onClick={run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
          {groups.length === 0 && !results.isFetching && <Spotlight.Empty>No results</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  )
}
