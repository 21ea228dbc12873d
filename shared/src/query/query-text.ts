import type { Item } from './fields.ts'
import { findField, findItem } from './find-field.ts'
import type { Condition, Query } from './query.ts'
import { inQuotes, quoted } from './query-tokens.ts'
import { valueText } from './query-values.ts'

/** Writes a query as text. Parsing the text gives the same query. */
export const queryText = (query: Query): string => write(query, 'or')

/** The weakest operator that may stand open at this place. Weaker ones need brackets. */
type Place = 'or' | 'and' | 'one'

function write(query: Query, place: Place, item?: Item): string {
  if ('any' in query) return joined(query.any, 'or', 'and', place, item)
  if ('all' in query) return joined(query.all, 'and', 'one', place, item)
  if ('not' in query) return `not ${write(query.not, 'one', item)}`
  if ('item' in query) return `${query.item}(${write(query.where, 'or', findItem(query.item))})`
  return conditionText(query, item)
}

function joined(members: readonly Query[], word: 'and' | 'or', inner: Place, place: Place, item?: Item): string {
  const [only, ...others] = members
  if (only && others.length === 0) return write(only, place, item)
  const text = members.map((member) => write(member, inner, item)).join(` ${word} `)
  return place === 'or' || place === word ? text : `(${text})`
}

/** Writes one condition. Fields within an item belong to it. */
export function conditionText(condition: Condition, item?: Item): string {
  const name = fieldText(condition.field)
  if ('exists' in condition) return `${condition.exists ? 'has' : 'lacks'} ${name}`
  const kind = findField(condition.field, item)?.kind ?? 'text'
  return `${name} ${condition.operator} ${valueText(condition.value, kind)}`
}

function fieldText(name: string): string {
  const [, prefix, key = ''] = /^(custom\.)(.*)$/su.exec(name) ?? []
  return prefix && quoted(key) !== key ? prefix + inQuotes(key) : name
}
