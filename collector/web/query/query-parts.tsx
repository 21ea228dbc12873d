import { Button, CloseButton, Group, Popover, Text } from '@mantine/core'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { queryText } from '@rollcall/shared/query/query-text.ts'
import { wordsOfQuery } from '@rollcall/shared/query/query-words.ts'
import { type FormEvent, useState } from 'react'
import { type ChosenField, FieldChooser } from './field-chooser.tsx'
import { type Draft, draftOf, newCondition } from './filter-draft.ts'
import { FilterEditor } from './filter-editor.tsx'
import classes from './query.module.css'
import { errorOf, QueryInput } from './query-input.tsx'

type Change = (text: string | undefined) => void

/** Splits a query into filters that must all hold. */
const filtersOf = (text: string | undefined): readonly Query[] => {
  if (text === undefined || errorOf(text)) return []
  const query = parseQuery(text)
  return 'all' in query ? query.all : [query]
}

function textOf(filters: readonly Query[]): string | undefined {
  return filters.length === 0 ? undefined : queryText({ all: [...filters] })
}

type ChipsProps = { text: string; onChange: Change; onEditText: () => void }

/** A chip for each filter of a query. A text that is no query is shown with its error. */
export function QueryChips({ text, onChange, onEditText }: ChipsProps) {
  if (errorOf(text)) return <QueryForm text={text} onChange={onChange} />
  const filters = filtersOf(text)
  return filters.map((filter, at) => (
    <FilterChip
      // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be the same
      key={`${at} ${filters.length}`}
      filter={filter}
      onChange={(next) => onChange(textOf(filters.with(at, next)))}
      onRemove={() => onChange(textOf(filters.toSpliced(at, 1)))}
      onEditText={onEditText}
    />
  ))
}

type ChipProps = { filter: Query; onChange: (filter: Query) => void; onRemove: () => void; onEditText: () => void }

function FilterChip({ filter, onChange, onRemove, onEditText }: ChipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const words = wordsOfQuery(filter)
  const draft = draftOf(filter)
  const apply = (next: Query) => {
    setIsOpen(false)
    onChange(next)
  }
  return (
    <div className={classes['chip']}>
      <Popover position="bottom-start" width={440} trapFocus returnFocus opened={isOpen} onChange={setIsOpen}>
        <Popover.Target>
          <button type="button" className={classes['open']} onClick={() => (draft ? setIsOpen(!isOpen) : onEditText())}>
            {words}
          </button>
        </Popover.Target>
        <Popover.Dropdown maw="calc(100vw - 32px)">
          {draft && <FilterEditor start={draft} onApply={apply} />}
        </Popover.Dropdown>
      </Popover>
      <CloseButton size="xs" aria-label={`Remove filter: ${words}`} onClick={onRemove} />
    </div>
  )
}

type AddProps = {
  text: string | undefined
  /** A filter to complete, instead of the choice of a field. */
  start?: Draft | undefined
  onChange: Change
}

/** Chooses a field, then its condition, and adds the filter to the query. */
export function AddFilter({ text, start: given, onChange }: AddProps) {
  const [start, setStart] = useState(given)
  const choose = ({ field, item }: ChosenField) =>
    setStart({ item: item?.name, join: item ? 'all' : 'any', isNegated: false, conditions: [newCondition(field)] })
  if (!start) return <FieldChooser onChoose={choose} />
  return <FilterEditor start={start} onApply={(filter) => onChange(textOf([...filtersOf(text), filter]))} />
}

type FormProps = { text: string; refusal?: string | undefined; onChange: Change; onCancel?: () => void }

/** The query as text. It is applied when it is submitted and has no error. */
export function QueryForm({ text: applied, refusal, onChange, onCancel }: FormProps) {
  const [text, setText] = useState(applied)
  const [isChecked, setIsChecked] = useState(applied !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!errorOf(text)) onChange(text.trim() === '' ? undefined : text.trim())
  }
  return (
    <form onSubmit={submit} className={classes['form'] ?? ''} aria-label="Query as text">
      <QueryInput
        text={text}
        isChecked={isChecked}
        refusal={text === applied ? refusal : undefined}
        onChange={(next) => {
          setText(next)
          setIsChecked(false)
        }}
      />
      {refusal !== undefined && (
        <Text size="sm" role="alert" className={classes['notice'] ?? ''}>
          This query is not applied. The list shows devices without it.
        </Text>
      )}
      <Group gap="xs">
        <Button type="submit">Apply</Button>
        {applied !== '' && (
          <Button variant="default" onClick={() => onChange(undefined)}>
            Remove query
          </Button>
        )}
        {onCancel && refusal === undefined && (
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </form>
  )
}
