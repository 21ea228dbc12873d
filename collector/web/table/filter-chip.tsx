import { CloseButton, Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { count } from '../ui/amounts.ts'
import classes from './filter-chip.module.css'

export type FilterOption = { value: string; label: string; count?: number }

type Props = {
  label: string
  value: string | undefined
  options: readonly FilterOption[]
  onChange: (value: string | undefined) => void
  /** Called before the menu opens. */
  onOpen?: () => void
  /** Loads matching options for typed text, if there are too many to load all. */
  onSearch?: (text: string) => void
}

const searchedFrom = 10
const shownMax = 200

/** One filter of a list. Its menu changes or clears the value. */
export function FilterChip({ label, value, options, onChange, onOpen, onSearch }: Props) {
  const [search, setSearch] = useState('')
  const isSearched = onSearch !== undefined || options.length >= searchedFrom
  const combobox = useCombobox({
    onDropdownOpen: () => {
      onOpen?.()
      if (isSearched) combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      searchFor('')
      combobox.resetSelectedOption()
    },
  })
  const searchFor = (text: string) => {
    setSearch(text)
    onSearch?.(text.trim())
  }
  const chosen = options.find((option) => option.value === value)
  const typed = onSearch ? '' : search.trim().toLowerCase()
  const fitting = options.filter((option) => option.label.toLowerCase().includes(typed))
  const choose = (next: string) => {
    combobox.closeDropdown()
    onChange(next === value ? undefined : next)
  }
  return (
    <div className={classes['chip']} data-set={value !== undefined || undefined}>
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        width={260}
        position="bottom-start"
        returnFocus
        // A list has several filters, each with up to 200 options.
        keepMounted={false}
      >
        <Combobox.Target targetType="button">
          <button type="button" className={classes['open']} onClick={() => combobox.toggleDropdown()}>
            {label}
            {value !== undefined && <strong>{chosen?.label ?? value}</strong>}
            <IconChevronDown size={13} aria-hidden />
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          {isSearched && (
            <Combobox.Search
              aria-label={`Search: ${label.toLowerCase()}`}
              placeholder="Search"
              value={search}
              onChange={(event) => searchFor(event.currentTarget.value)}
            />
          )}
          <Combobox.Options mah={400} tabIndex={0} className={classes['options'] ?? ''} aria-label={label}>
            {fitting.slice(0, shownMax).map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
                <span className={classes['option']}>
                  <span className="wrap">{option.label}</span>
                  {option.count !== undefined && <span className={classes['count']}>{count(option.count)}</span>}
                </span>
              </Combobox.Option>
            ))}
            {fitting.length === 0 && <Combobox.Empty>No options</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {value !== undefined && (
        <CloseButton size="xs" aria-label={`Any ${label.toLowerCase()}`} onClick={() => onChange(undefined)} />
      )}
    </div>
  )
}
