import { ActionIcon, Autocomplete, Button, Checkbox, Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import type { Field, Item } from '@rollcall/shared/query/fields.ts'
import { fieldsOf, findItem } from '@rollcall/shared/query/find-field.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { wordsOfExistence, wordsOfOperator } from '@rollcall/shared/query/query-words.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Draft, type DraftCondition, fieldOf, newCondition, queryOf, type Test, testsOf } from './filter-draft.ts'
import classes from './query.module.css'
import { useFieldValues } from './use-field-values.ts'

type Props = { start: Draft; onApply: (query: Query) => void }

/** Edits one filter: conditions on one item of a device, or alternatives of conditions on the device. */
export function FilterEditor({ start, onApply }: Props) {
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<readonly (string | undefined)[]>([])
  const form = useRef<HTMLFormElement>(null)
  // The popover focused its first content before this form was loaded or chosen.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const item = findItem(draft.item ?? '')
  const { conditions } = draft
  const change = (part: Partial<Draft>) => {
    setProblems([])
    setDraft({ ...draft, ...part })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const made = queryOf(draft)
    if ('query' in made) onApply(made.query)
    else setProblems(made.problems)
  }
  const add = () => change({ conditions: [...conditions, newCondition(fieldOf(draft, conditions.length - 1))] })
  return (
    <form ref={form} onSubmit={apply} aria-label="Filter" noValidate>
      <Stack gap="xs">
        {item && <strong>{item.label}</strong>}
        {conditions.map((condition, at) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity, and their inputs no state
            key={at}
            condition={condition}
            field={fieldOf(draft, at)}
            item={item}
            problem={problems[at]}
            onChange={(next) => change({ conditions: conditions.with(at, next) })}
            {...(conditions.length > 1 ? { onRemove: () => change({ conditions: conditions.toSpliced(at, 1) }) } : {})}
          />
        ))}
        <Group gap="xs">
          {item && conditions.length > 1 && (
            <SegmentedControl
              aria-label="Conditions that must hold"
              data={[
                { value: 'all', label: 'All hold' },
                { value: 'any', label: 'One holds' },
              ]}
              value={draft.join}
              onChange={(join) => change({ join: join as Draft['join'] })}
            />
          )}
          <Button variant="subtle" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            {item ? 'Add condition' : 'Add alternative'}
          </Button>
        </Group>
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label="Exclude devices that match"
            checked={draft.isNegated}
            onChange={(event) => change({ isNegated: event.currentTarget.checked })}
          />
          <Button type="submit">Apply</Button>
        </Group>
      </Stack>
    </form>
  )
}

type RowProps = {
  condition: DraftCondition
  field: Field
  item: Item | undefined
  problem: string | undefined
  onChange: (next: DraftCondition) => void
  onRemove?: () => void
}

function ConditionRow({ condition, field, item, problem, onChange, onRemove }: RowProps) {
  const fields = fieldsOf(item)
  const isCustom = field.kind === 'custom'
  const choose = (name: string) => {
    const next = fields.find((each) => each.name === name)
    if (next) onChange(newCondition(next))
  }
  return (
    <fieldset className={classes['condition']} aria-label={field.label}>
      <NativeSelect
        size="xs"
        aria-label="Field"
        data={[
          ...(isCustom ? [{ value: field.name, label: field.label }] : []),
          ...fields.map(({ name, label }) => ({ value: name, label })),
        ]}
        value={condition.field}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label="Comparison"
        data={testsOf(field).map((test) => ({ value: test, label: wordsOfTest(test, field) }))}
        value={condition.test}
        onChange={(event) => onChange({ ...condition, test: event.currentTarget.value as Test })}
      />
      {condition.test === 'has' || condition.test === 'lacks' ? (
        <span />
      ) : (
        <ValueInput
          field={field}
          item={item}
          problem={problem}
          value={condition.value}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
      {onRemove ? (
        <ActionIcon aria-label={`Remove condition on ${field.label}`} onClick={onRemove}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      ) : (
        <span />
      )}
    </fieldset>
  )
}

const wordsOfTest = (test: Test, { kind }: Field): string =>
  test === 'has' || test === 'lacks' ? wordsOfExistence(test === 'has') : wordsOfOperator(test, kind)

type ValueProps = {
  field: Field
  item: Item | undefined
  problem: string | undefined
  value: string
  onChange: (value: string) => void
}

const examples: Partial<Record<Field['kind'], string>> = {
  time: '14d ago or a date',
  size: 'such as 16 GB',
  percent: 'such as 10%',
  number: 'such as 12',
  version: 'such as 145',
  address: 'such as 10.20.30.40',
}

function ValueInput({ field, item, problem, value, onChange }: ValueProps) {
  const values = useFieldValues(field, item, value)
  const listed = field.kind === 'boolean' ? yesOrNo : field.choices
  if (listed) {
    return (
      <NativeSelect
        size="xs"
        aria-label="Value"
        data-autofocus
        data={[...listed]}
        value={value}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <Autocomplete
      size="xs"
      aria-label="Value"
      placeholder={examples[field.kind] ?? ''}
      data={values}
      filter={({ options }) => options}
      value={value}
      error={problem}
      data-autofocus
      onChange={onChange}
    />
  )
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
