import { deviceItems, type Field, type Item, operatorsOf } from './fields.ts'
import { fieldsOf, findField, findItem } from './find-field.ts'
import type { Operator } from './query.ts'
import { keywordOf, type Token, tokensOf } from './query-tokens.ts'
import { wordsOfOperator } from './query-words.ts'

/** One suggestion. `text` replaces the text from `start` to `end` of the completion. */
type Suggestion = { text: string; label: string }

/**
 * Suggestions at a caret, and the text that they replace. `value` names the field whose value stands at the caret, if
 * the catalog does not have its values; `typed` is its text so far.
 */
export type Completion = {
  start: number
  end: number
  typed: string
  suggestions: Suggestion[]
  value?: { field: Field; item: Item | undefined }
}

/** The next part of a query. */
type Expected =
  | { part: 'condition' }
  | { part: 'operator'; field: Field }
  | { part: 'value'; field: Field; operator: Operator }
  | { part: 'field' }
  | { part: 'join' }

const keyword = (text: string, label: string): Suggestion => ({ text: `${text} `, label })
const beforeCondition = [
  keyword('not', 'the next condition does not hold'),
  keyword('has', 'the field has a value'),
  keyword('lacks', 'the field has no value'),
]
const joins = [keyword('and', 'both hold'), keyword('or', 'one of both holds')]

const periods = ['1d ago', '7d ago', '14d ago', '30d ago', '90d ago']

/** Returns the suggestions for the text at the caret. The text before it need not be a whole query. */
export function completeQuery(text: string, caret: number): Completion {
  const before = tokensOf(text.slice(0, caret)).slice(0, -1)
  const last = before.at(-1)
  const isTouching = last !== undefined && last.end === caret && ['word', 'open-string', 'operator'].includes(last.kind)
  const read = isTouching ? before.slice(0, -1) : before
  const { expected, item } = expectedAfter(read)
  const typed = isTouching ? last.text : ''
  // A new operator or bracket begins right after a word: the word is complete.
  const start = isTouching ? last.start : caret
  const found = { start, end: endOfWord(text, caret, isTouching ? last : undefined), typed }
  const fitting = (suggestions: readonly Suggestion[]) => {
    const wanted = typed.toLowerCase()
    return suggestions.filter(
      (each) => each.text.toLowerCase().startsWith(wanted) || (wanted.length > 1 && isIn(wanted, each)),
    )
  }
  if (expected.part === 'value') return { ...found, ...values(expected, item, fitting) }
  return { ...found, suggestions: fitting(optionsFor(expected, item)) }
}

const isIn = (wanted: string, { text, label }: Suggestion) => `${text} ${label}`.toLowerCase().includes(wanted)

/** A word goes on after the caret, unless the caret is in a string. A space after it is replaced as well. */
function endOfWord(text: string, caret: number, token: Token | undefined): number {
  const rest = token?.kind === 'word' ? /^[^\s()"<>=~!]* ?/u : /^ ?/
  return caret + (rest.exec(text.slice(caret))?.[0].length ?? 0)
}

function values(
  { field, operator }: { field: Field; operator: Operator },
  item: Item | undefined,
  fitting: (suggestions: readonly Suggestion[]) => Suggestion[],
): Pick<Completion, 'suggestions' | 'value'> {
  const listed = { choice: field.choices, boolean: ['true', 'false'], time: periods }[field.kind as 'choice']
  if (listed) return { suggestions: fitting(listed.map((value) => ({ text: `${value} `, label: '' }))) }
  const isText = field.kind === 'text' || field.kind === 'version' || field.kind === 'custom' || operator === '='
  return { suggestions: [], ...(isText ? { value: { field, item } } : {}) }
}

function optionsFor(expected: Exclude<Expected, { part: 'value' }>, item: Item | undefined): Suggestion[] {
  const fields = fieldsOf(item).map(({ name, label }) => ({ text: `${name} `, label }))
  switch (expected.part) {
    case 'field':
      return fields
    case 'join':
      return joins
    case 'operator':
      return operatorsOf[expected.field.kind].map((operator) => ({
        text: `${operator} `,
        label: wordsOfOperator(operator, expected.field.kind),
      }))
    case 'condition': {
      const items = item ? [] : deviceItems.map(({ name, label }) => ({ text: `${name}(`, label }))
      return [...fields, ...items, ...beforeCondition]
    }
  }
}

/** Follows the tokens of an unfinished query to the part that comes next. */
function expectedAfter(tokens: readonly Token[]): { expected: Expected; item: Item | undefined } {
  let expected: Expected = { part: 'condition' }
  /** The item of each open bracket. */
  const items: (Item | undefined)[] = []
  let before: Item | undefined
  for (const token of tokens) {
    const item = items.at(-1)
    if (token.kind === '(') items.push(before ?? item)
    if (token.kind === ')') items.pop()
    before = token.kind === 'word' && !item ? findItem(token.text) : undefined
    expected = partAfter(expected, token, item)
  }
  return { expected, item: items.at(-1) }
}

/** Returns the part that follows a token. A token that cannot stand at its place changes nothing. */
function partAfter(expected: Expected, token: Token, item: Item | undefined): Expected {
  const word = keywordOf(token)
  if (token.kind === '(') return { part: 'condition' }
  if (token.kind === ')' || expected.part === 'value') return { part: 'join' }
  if (word === 'has' || word === 'lacks') return { part: 'field' }
  if (word === 'and' || word === 'or' || word === 'not') return { part: 'condition' }
  if (expected.part === 'field') return { part: 'join' }
  if (expected.part === 'operator') {
    const { field } = expected
    const operator = operatorsOf[field.kind].find((one) => one === token.text.toLowerCase())
    return operator ? { part: 'value', field, operator } : expected
  }
  const field = expected.part === 'condition' && token.kind === 'word' ? findField(token.text, item) : undefined
  return field ? { part: 'operator', field } : expected
}
