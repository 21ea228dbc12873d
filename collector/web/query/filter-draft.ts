import { deviceFields, type Field, type Item, operatorsOf } from '@rollcall/shared/query/fields.ts'
import { fieldsOf, findField, findItem } from '@rollcall/shared/query/find-field.ts'
import { type Condition, type Operator, operators, type Query } from '@rollcall/shared/query/query.ts'
import { inQuotes } from '@rollcall/shared/query/query-tokens.ts'
import { readValue, valueText } from '@rollcall/shared/query/query-values.ts'

/** One condition of the form. The test is an operator, or the existence of a value. */
export type DraftCondition = { field: string; test: Test; value: string }
export type Test = Operator | 'has' | 'lacks'

/** A filter as its form shows it: conditions on the device, or on one item of it. */
export type Draft = {
  item: string | undefined
  /** Conditions on a device are alternatives: `any`. */
  join: 'all' | 'any'
  isNegated: boolean
  conditions: readonly DraftCondition[]
}

/** Returns the tests that a field has. */
export const testsOf = ({ kind }: Field): readonly Test[] => [...operatorsOf[kind], 'has', 'lacks']

/** Returns a condition on a field with its most common test. Texts are mostly searched by a part. */
export function newCondition(field: Field): DraftCondition {
  const test = field.kind === 'text' ? '~' : field.kind === 'version' || field.kind === 'time' ? '<' : '='
  return { field: field.name, test, value: firstValue(field) }
}

function firstValue({ kind, choices }: Field): string {
  if (kind === 'boolean') return 'true'
  return kind === 'choice' ? (choices?.[0] ?? '') : ''
}

/** Returns the field of a condition. An address may name one that no longer exists. */
export const fieldOf = ({ item, conditions }: Draft, at: number): Field =>
  findField(conditions[at]?.field ?? '', findItem(item ?? '')) ??
  fieldsOf(findItem(item ?? ''))[0] ??
  (deviceFields[0] as Field)

/** Returns the form's state for a filter; undefined if only text can express the filter. */
export function draftOf(query: Query): Draft | undefined {
  if ('not' in query) {
    const draft = draftOf(query.not)
    return draft && !draft.isNegated ? { ...draft, isNegated: true } : undefined
  }
  const inner = 'item' in query ? query.where : query
  const item = 'item' in query ? findItem(query.item) : undefined
  const members = 'any' in inner ? inner.any : 'all' in inner && item ? inner.all : [inner]
  const conditions = members.flatMap((member) => ('field' in member ? [draftCondition(member, item)] : []))
  if (conditions.length < members.length) return undefined
  const join = item && !('any' in inner) ? 'all' : 'any'
  return { item: item?.name, join, isNegated: false, conditions }
}

function draftCondition(condition: Condition, item: Item | undefined): DraftCondition {
  const { field } = condition
  if ('exists' in condition) return { field, test: condition.exists ? 'has' : 'lacks', value: '' }
  const kind = findField(field, item)?.kind ?? 'text'
  const { operator, value } = condition
  const isPlain = typeof value === 'string' && kind !== 'time' && !(kind === 'custom' && looksTyped(value))
  return { field, test: operator, value: isPlain ? value : valueText(value, kind) }
}

/** Returns true for a text of a custom field that without quotation marks would be a number or a boolean. */
const looksTyped = (text: string): boolean => valueText(text, 'custom') === inQuotes(text)

/** Builds the filter, or returns a problem for each condition that has one. */
export function queryOf(draft: Draft): { query: Query } | { problems: (string | undefined)[] } {
  const item = findItem(draft.item ?? '')
  const read = draft.conditions.map((condition) => readCondition(condition, item))
  const conditions = read.flatMap((each) => ('condition' in each ? [each.condition] : []))
  const [only] = conditions
  if (!only || conditions.length < read.length) {
    return { problems: read.map((each) => ('problem' in each ? each.problem : undefined)) }
  }
  const joined: Query =
    conditions.length === 1 ? only : draft.join === 'all' ? { all: conditions } : { any: conditions }
  const whole: Query = item ? { item: item.name, where: joined } : joined
  return { query: draft.isNegated ? { not: whole } : whole }
}

function readCondition(
  { field: name, test, value }: DraftCondition,
  item: Item | undefined,
): { condition: Condition } | { problem: string } {
  const field = findField(name, item)
  if (!field) return { problem: 'Choose a field' }
  if (test === 'has' || test === 'lacks') return { condition: { field: field.name, exists: test === 'has' } }
  const operator = operators.find((one) => one === test)
  const text = value.trim()
  if (!operator || text === '') return { problem: 'Enter a value' }
  const isQuoted = field.kind === 'custom' && /^".+"$/s.test(text)
  const read = readValue(isQuoted ? text.slice(1, -1) : text, field, operator, isQuoted)
  if ('problem' in read) return { problem: `This is ${read.problem}` }
  return { condition: { field: field.name, operator, value: read.value } }
}
