import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { customPrefix, deviceFields, deviceItems, type Field, type Item } from '@rollcall/shared/query/fields.ts'
import { findField } from '@rollcall/shared/query/find-field.ts'
import { useEffect, useRef, useState } from 'react'
import classes from './query.module.css'

/** A field of a device, or of an item of it. */
export type ChosenField = { field: Field; item?: Item }

type Choice = ChosenField & { id: string; label: string }

const choices: readonly Choice[] = [
  ...deviceFields.map((field) => ({ field, id: field.name, label: field.label })),
  ...deviceItems.flatMap((item) =>
    item.fields.map((field) => ({
      field,
      item,
      id: `${item.name}(${field.name}`,
      label: `${item.label}: ${field.label}`,
    })),
  ),
]

/** Chooses a field from the catalogue, with search. A typed name that is no field is offered as a custom field. */
export function FieldChooser({ onChoose }: { onChoose: (chosen: ChosenField) => void }) {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({ opened: true })
  const { selectFirstOption } = combobox
  const input = useRef<HTMLInputElement>(null)
  // The popover focused its first content before this was loaded.
  useEffect(() => input.current?.focus(), [])
  const found = matches(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option changes with the search
  useEffect(() => {
    if (search !== '') selectFirstOption()
  }, [search])
  const choose = (id: string) => {
    const choice = found.find((each) => each.id === id)
    if (choice) onChoose(choice)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          ref={input}
          size="xs"
          mb={6}
          aria-label="Search fields"
          placeholder="Search fields"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Fields" className={classes['fields'] ?? ''} tabIndex={0}>
        {found.map(({ id, label }) => (
          <Combobox.Option key={id} value={id}>
            <span className={classes['field']}>
              {label}
              <span className={classes['name']}>{id.replace('(', '.')}</span>
            </span>
          </Combobox.Option>
        ))}
        {found.length === 0 && <Combobox.Empty>No fields</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  )
}

/** Fields whose label or name has all typed words, and the custom field of the typed name. */
function matches(search: string): Choice[] {
  const words = search.trim().toLowerCase().split(/\s+/)
  const found = choices.filter(({ id, label }) => words.every((word) => `${label} ${id}`.toLowerCase().includes(word)))
  const key = search.trim().replace(/^custom\./i, '')
  const custom = key === '' ? undefined : findField(customPrefix + key)
  return custom ? [...found, { field: custom, id: custom.name, label: `Custom field “${key}”` }] : found
}
