import { Checkbox, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { nameColumns, shownColumns } from './columns.ts'
import classes from './columns-menu.module.css'
import type { Column } from './types.ts'

type Props<T> = {
  columns: readonly Column<T>[]
  named: string | undefined
  onChange: (named: string | undefined) => void
  /** Called before the menu opens. */
  onOpen?: () => void
  /** A column that only its name describes, such as a custom field. */
  columnNamed?: (name: string) => Column<T> | undefined
}

const searchedFrom = 16
/** More columns make rows too wide to read, and lists slow to load. */
const shownMax = 20

export function ColumnsMenu<T>({ columns, named, onChange, onOpen, columnNamed }: Props<T>) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const shown = shownColumns(columns, named).map(({ id }) => id)
  const open = (isOpening: boolean) => {
    if (isOpening) onOpen?.()
    setSearch('')
    setIsOpen(isOpening)
  }
  const wanted = search.trim().toLowerCase()
  const fitting = columns.filter(({ header, id }) => `${header} ${id}`.toLowerCase().includes(wanted))
  const own = wanted === '' ? undefined : columnNamed?.(search.trim())
  const offered = [...fitting, ...(own && !columns.some(({ id }) => id === own.id) ? [own] : [])]
  const toggle = (column: Column<T>) => {
    const ids = shown.includes(column.id) ? shown.filter((id) => id !== column.id) : [...shown, column.id]
    onChange(nameColumns(columns.includes(column) ? columns : [...columns, column], ids))
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={isOpen} onChange={open}>
      <Popover.Target>
        <ActionButton label="Columns" icon={IconColumns3} onClick={() => open(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown>
        {columns.length >= searchedFrom && (
          <TextInput
            size="xs"
            mb="xs"
            aria-label="Search columns"
            placeholder="Search columns"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Stack gap={8} role="group" aria-label="Columns" className={classes['columns'] ?? ''}>
          {offered
            .filter(({ fixed }) => !fixed)
            .map((column) => (
              <Checkbox
                key={column.id}
                size="xs"
                label={column.header}
                checked={shown.includes(column.id)}
                disabled={shown.length > shownMax && !shown.includes(column.id)}
                onChange={() => toggle(column)}
              />
            ))}
        </Stack>
        {shown.length > shownMax && (
          <Text size="xs" c="dimmed" mt="xs">
            A list has at most {shownMax} columns.
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
