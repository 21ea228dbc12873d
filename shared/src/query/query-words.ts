import type { FieldKind, Item } from './fields.ts'
import { findField, findItem } from './find-field.ts'
import type { Condition, Operator, Query, Value } from './query.ts'
import { valueText } from './query-values.ts'

const operatorWords: Record<Operator, string> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
  '~': 'contains',
  in: 'in the block',
}
type Words = Partial<Record<Operator, string>>
const timeWords: Words = { '<': 'before', '<=': 'at or before', '>': 'after', '>=': 'at or after' }
const versionWords: Words = { '<': 'older than', '<=': 'at most', '>': 'newer than', '>=': 'at least' }

/** Returns an operator in words that suit the kind of the field. */
export function wordsOfOperator(operator: Operator, kind: FieldKind): string {
  const special: Words = kind === 'time' ? timeWords : kind === 'version' ? versionWords : {}
  return special[operator] ?? operatorWords[operator]
}

export const wordsOfExistence = (exists: boolean): string => (exists ? 'has a value' : 'has no value')

/** Writes a query in words: `Software: Name is Firefox and Version older than 145`. */
export const wordsOfQuery = (query: Query, item?: Item): string => {
  if ('any' in query) return joined(query.any, 'or', item)
  if ('all' in query) return joined(query.all, 'and', item)
  if ('not' in query) return `Not: ${wordsOfQuery(query.not, item)}`
  if ('item' in query) {
    const inner = findItem(query.item)
    return `${inner?.label ?? query.item}: ${wordsOfQuery(query.where, inner)}`
  }
  return wordsOfCondition(query, item)
}

const joined = (members: readonly Query[], word: 'and' | 'or', item: Item | undefined): string =>
  members
    .map((member) => ('field' in member ? wordsOfQuery(member, item) : `(${wordsOfQuery(member, item)})`))
    .join(` ${word} `)

function wordsOfCondition(condition: Condition, item: Item | undefined): string {
  const { label, kind } = findField(condition.field, item) ?? { label: condition.field, kind: 'text' as const }
  if ('exists' in condition) return `${label} ${wordsOfExistence(condition.exists)}`
  return `${label} ${wordsOfOperator(condition.operator, kind)} ${wordsOfValue(condition.value, kind)}`
}

function wordsOfValue(value: Value, kind: FieldKind): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && kind !== 'time' ? value : valueText(value, kind)
}
