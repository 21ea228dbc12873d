import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightStore } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { readWanted } from './typed-words.ts'
import { useActions } from './use-actions.tsx'
import { usePages } from './use-pages.tsx'
import { useSearchResults } from './use-search-results.tsx'

const typingMs = 150

/** Text field and results of the global search. They exist while the dialog is open. */
export function SearchDialog({ store, onHelp }: { store: SpotlightStore; onHelp: () => void }) {
  const [typed, setTyped] = useState('')
  const [opensFirst, setOpensFirst] = useState(false)
  const wanted = readWanted(typed)
  const [searched] = useDebouncedValue(wanted.text, typingMs)
  const results = useSearchResults(searched)
  const pages = usePages(wanted.text)
  const actions = useActions({ wanted, devices: results.devices, segments: results.segments, onHelp })
  const groups = (wanted.verb ? [actions] : [...results.groups, pages, actions]).filter(
    ({ entries }) => entries.length > 0,
  )
  const isCurrent = searched === wanted.text && results.isCurrent
  // Mantine selects the first entry when the text changes, but not when later answers add an entry above it.
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id)).join()
  useEffect(() => {
    if (ids !== '') selectFirst(store)
  }, [ids, store])
  useEffect(() => {
    if (!opensFirst || !isCurrent) return
    setOpensFirst(false)
    listOf(store)?.querySelector<HTMLElement>('[data-selected]')?.click()
  }, [opensFirst, isCurrent, store])
  /** Enter before the results have arrived opens the first of them when they do. */
  const openLater = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isCurrent) return
    event.preventDefault()
    event.stopPropagation()
    setOpensFirst(true)
  }
  return (
    <>
      <div onKeyDownCapture={openLater}>
        <Spotlight.Search
          ref={focusField}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setOpensFirst(false)
          }}
          maxLength={200}
          placeholder="Name, address, MAC, serial number, user, switch port, software, page or action"
          aria-label="Search everything"
          leftSection={<IconSearch size={18} aria-hidden />}
        />
      </div>
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
        {groups.length === 0 && isCurrent && <Spotlight.Empty>No results</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </>
  )
}

/** Takes the focus with the first paint. Mantine waits a turn longer, and what is typed until then would be lost. */
const focusField = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true })

const listOf = (store: SpotlightStore) => document.getElementById(store.getState().listId)

function selectFirst(store: SpotlightStore) {
  const list = listOf(store)
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}
