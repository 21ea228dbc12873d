import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type Completion, completeQuery } from '@rollcall/shared/query/complete-query.ts'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import { QueryError } from '@rollcall/shared/query/query-error.ts'
import { quoted } from '@rollcall/shared/query/query-tokens.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './query.module.css'
import { useFieldValues } from './use-field-values.ts'

type Props = {
  text: string
  onChange: (text: string) => void
  /** The API's reason for a refusal, if it refused the query. */
  refusal?: string | undefined
  /** Marks errors at once: the text comes from outside, or was submitted. */
  isChecked: boolean
  required?: boolean
}

const shownMax = 50

/** A query as text, with completion of fields, operators and values. Errors are marked at their position. */
export function QueryInput({ text, onChange, refusal, isChecked, required = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<number>()
  const [nextCaret, setNextCaret] = useState<number>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const completion = caret === undefined ? undefined : completeQuery(text, caret)
  const values = useFieldValues(completion?.value?.field, completion?.value?.item, completion?.typed ?? '')
  const suggestions = suggestionsOf(completion, values)
  // React sets the caret to the end when it writes the text; the completion may be in the middle.
  useEffect(() => {
    if (nextCaret === undefined) return
    input.current?.setSelectionRange(nextCaret, nextCaret)
    setNextCaret(undefined)
  }, [nextCaret])
  const readCaret = () => setCaret(input.current?.selectionStart ?? undefined)
  const accept = (suggestion: string) => {
    if (!completion) return
    const made = text.slice(0, completion.start) + suggestion
    onChange(made + text.slice(completion.end))
    setCaret(made.length)
    setNextCaret(made.length)
    combobox.resetSelectedOption()
  }
  const error = isChecked ? errorOf(text) : undefined
  return (
    <Combobox store={combobox} onOptionSubmit={accept} position="bottom-start">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={input}
          size="xs"
          aria-label="Query"
          required={required}
          placeholder="type = printer and supply(level < 10%)"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          classNames={{ input: 'mono' }}
          value={text}
          error={error ? <MarkedError text={text} error={error} /> : refusal}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart ?? undefined)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onSelect={readCaret}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options mah={280} className={classes['fields'] ?? ''} aria-label="Completions">
          {suggestions.map(({ text: value, label: about }) => (
            <Combobox.Option key={value} value={value}>
              <span className={classes['field']}>
                <span className="mono">{value}</span>
                <span className={classes['about']}>{about}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function suggestionsOf(completion: Completion | undefined, values: readonly string[]) {
  if (!completion) return []
  const own = completion.value ? values.map((value) => ({ text: `${quoted(value)} `, label: '' })) : []
  return [...own, ...completion.suggestions].slice(0, shownMax)
}

/** Returns the error of a text; undefined if it is a query or empty. */
export function errorOf(text: string): QueryError | undefined {
  if (text.trim() === '') return undefined
  try {
    parseQuery(text)
    return undefined
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
}

function MarkedError({ text, error }: { text: string; error: QueryError }): ReactNode {
  const around = 60
  const before = text.slice(Math.max(0, error.position - around), error.position)
  const marked = text.slice(error.position, Math.min(error.end, error.position + around))
  return (
    <>
      Character {error.position + 1}: {error.problem}
      <span className={classes['marked']} aria-hidden>
        {error.position > around && '…'}
        {before}
        <mark>{marked || ' '}</mark>
        {text.slice(error.end, error.end + around)}
      </span>
    </>
  )
}
