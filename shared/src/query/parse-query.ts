import { isVisible, visibleFault } from '../api/visible-text.ts'
import { deviceItems, type Field, type Item, operatorsOf } from './fields.ts'
import { fieldsOf, findField, findItem, nearestName } from './find-field.ts'
import { type Condition, type Operator, operators, type Query, queryLimits } from './query.ts'
import { QueryError } from './query-error.ts'
import { inQuotes, keywordOf, type Token, tokensOf } from './query-tokens.ts'
import { hasWords, readValue } from './query-values.ts'

/**
 * Parses a query such as `type = printer and supply(level < 10%)`. `and` binds stronger than `or`. Throws a
 * `QueryError` if the text is no query, or a query beyond the limits.
 */
export function parseQuery(text: string): Query {
  const { characters } = queryLimits
  if (text.length > characters)
    throw new QueryError(`The query has ${text.length} characters. The limit is ${characters}.`, {
      start: characters,
      end: text.length,
    })
  if (!isVisible(text)) throw new QueryError(`The query ${visibleFault}.`, { start: 0, end: text.length })
  return new Parser(tokensOf(text)).whole()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #conditions = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Query {
    if (this.#next().kind === 'end') throw new QueryError('The query is empty. Write a condition.', this.#next())
    const query = this.#any()
    const rest = this.#next()
    if (rest.kind === ')') throw new QueryError('No bracket is open here. Remove the “)”.', rest)
    if (rest.kind !== 'end')
      throw new QueryError(`${named(rest)} follows a condition. Write “and” or “or” between them.`, rest)
    return query
  }

  #any(item?: Item): Query {
    const members = [this.#all(item)]
    while (this.#accept('or')) members.push(this.#all(item))
    return members.length === 1 ? (members[0] as Query) : { any: members }
  }

  #all(item?: Item): Query {
    const members = [this.#one(item)]
    while (this.#accept('and')) members.push(this.#one(item))
    return members.length === 1 ? (members[0] as Query) : { all: members }
  }

  #one(item?: Item): Query {
    const not = this.#accept('not')
    if (not) return { not: this.#deeper(not, () => this.#one(item)) }
    if (this.#next().kind === '(') return this.#brackets(item)
    const isThere = this.#accept('has') ? true : this.#accept('lacks') ? false : undefined
    if (isThere !== undefined) {
      const field = this.#field(item)
      this.#count(this.#next())
      return { field: field.name, exists: isThere }
    }
    const token = this.#next()
    const inner = token.kind === 'word' ? findItem(token.text) : undefined
    if (inner && this.#tokens[this.#at + 1]?.kind === '(') return this.#item(inner, token, item)
    return this.#condition(this.#field(item))
  }

  #item(inner: Item, token: Token, outer: Item | undefined): Query {
    if (outer)
      throw new QueryError(`${inner.name}(…) cannot be within ${outer.name}(…). Put “and” between them.`, token)
    this.#at++
    return { item: inner.name, where: this.#brackets(inner) }
  }

  #brackets(item: Item | undefined): Query {
    const open = this.#take()
    if (this.#next().kind === ')')
      throw new QueryError('The brackets are empty. Write a condition in them.', this.#next())
    const query = this.#deeper(open, () => this.#any(item))
    const close = this.#take()
    if (close.kind === ')') return query
    if (close.kind === 'end') throw new QueryError('This bracket is not closed. Add a “)”.', open)
    throw new QueryError(`${named(close)} follows a condition. Write “and” or “or” between them.`, close)
  }

  #condition(field: Field): Query {
    const { operator, token } = this.#operator(field)
    this.#count(token)
    const value = this.#value(field, operator)
    return { field: field.name, operator, value } satisfies Condition
  }

  /** Reads the name of a field. The key of a custom field may be in quotes: `custom."Cost center"`. */
  #field(item: Item | undefined): Field {
    const token = this.#take()
    if (token.kind !== 'word' || keywordOf(token))
      throw new QueryError(`A condition is missing here. ${startOfCondition(item)}`, token)
    const key = this.#next()
    const isKeyInQuotes = /^custom\.$/i.test(token.text) && key.kind === 'string' && key.start === token.end
    const name = isKeyInQuotes ? token.text + this.#take().text : token.text
    if (name.length > queryLimits.valueCharacters) throw new QueryError('The name is too long.', token)
    const field = findField(name, item)
    if (!field) throw new QueryError(unknownField(name, item), token)
    return field
  }

  #operator(field: Field): { operator: Operator; token: Token } {
    const token = this.#take()
    const possible = operatorsOf[field.kind]
    const operator = operators.find((one) => one === token.text.toLowerCase())
    if (token.kind !== 'operator' && keywordOf(token) !== 'in') {
      const example = `Write one of ${possible.join(' ')} after ${field.name}.`
      throw new QueryError(`An operator is missing here. ${example}`, token)
    }
    if (!operator || !possible.includes(operator))
      throw new QueryError(`${field.name} has no operator ${token.text}. Write one of ${possible.join(' ')}.`, token)
    return { operator, token }
  }

  #value(field: Field, operator: Operator): Exclude<Condition, { exists: boolean }>['value'] {
    const first = this.#take()
    if (first.kind === 'open-string') throw new QueryError('This quotation mark is not closed. Add a ".', first)
    if (first.kind !== 'word' && first.kind !== 'string')
      throw new QueryError(`A value is missing here, after ${field.name} ${operator}.`, first)
    const words = [first]
    while (first.kind === 'word' && isMoreOfValue(this.#next())) words.push(this.#take())
    const place = { start: first.start, end: words.at(-1)?.end ?? first.end }
    const text = words.map((word) => word.text).join(' ')
    if (words.length > 1 && !hasWords(field.kind))
      throw new QueryError(`A value of several words needs quotation marks: ${inQuotes(text)}.`, place)
    if (text.trim() === '')
      throw new QueryError(`The value is empty. For devices without a value, write: lacks ${field.name}`, place)
    if (text.length > queryLimits.valueCharacters)
      throw new QueryError(`The value is longer than ${queryLimits.valueCharacters} characters.`, place)
    const read = readValue(text, field, operator, first.kind === 'string')
    if ('problem' in read) throw new QueryError(`‘${text}’ is ${read.problem}.`, place)
    return read.value
  }

  #count(at: Token): void {
    if (++this.#conditions > queryLimits.conditions)
      throw new QueryError(`The query has more than ${queryLimits.conditions} conditions. Make it shorter.`, at)
  }

  #deeper<T>(at: Token, read: () => T): T {
    if (++this.#depth > queryLimits.depth)
      throw new QueryError(`Brackets and “not” are nested more than ${queryLimits.depth} deep.`, at)
    const result = read()
    this.#depth--
    return result
  }

  #next(): Token {
    return this.#tokens[this.#at] as Token
  }

  /** Returns the next token and moves on. The end stays. */
  #take(): Token {
    const token = this.#next()
    if (token.kind !== 'end') this.#at++
    return token
  }

  #accept(keyword: 'and' | 'or' | 'not' | 'has' | 'lacks'): Token | undefined {
    return keywordOf(this.#next()) === keyword ? this.#take() : undefined
  }
}

const isMoreOfValue = (token: Token): boolean => {
  const keyword = keywordOf(token)
  return token.kind === 'word' && keyword !== 'and' && keyword !== 'or'
}

const named = ({ kind, text }: Token): string => (kind === 'open-string' ? 'An open quotation mark' : `‘${text}’`)

function startOfCondition(item: Item | undefined): string {
  const [field] = fieldsOf(item)
  return `Start with a field, such as ${field?.name}.`
}

function unknownField(name: string, item: Item | undefined): string {
  const inner = findItem(name)
  if (inner && !item) return `${inner.name} needs conditions in brackets: ${inner.name}(${inner.fields[0]?.name} …).`
  const fields = fieldsOf(item).map((field) => field.name)
  const meant = nearestName(name, fields) ?? (item ? undefined : nearestItem(name))
  if (item)
    return `‘${name}’ is not a field of ${item.name}. ${meant ? `Did you mean ${meant}?` : `It has ${fields.join(', ')}.`}`
  const beside = besideQueries.get(name.toLowerCase())
  if (beside) return `‘${name}’ is not a field. ${beside}`
  return `‘${name}’ is not a field. ${meant ? `Did you mean ${meant}?` : `A custom field is written custom.${name}.`}`
}

const archivedList =
  'Archived devices have a list of their own: choose the filter Archived, or the parameter archived=true.'

/** Hints for names that are parameters of a list, and no fields of a query. */
const besideQueries: ReadonlyMap<string, string> = new Map([
  ['archived', archivedList],
  ['archivedat', archivedList],
  ['asof', 'Lists of a past time have no queries: choose a date, or the parameter asOf.'],
  ['sort', 'A query has no order: choose a column, or the parameter sort.'],
  ['q', 'The search is not part of a query: use the search field, the parameter q, or a condition such as name ~ Lee.'],
])

/** Returns the item with about this name, or with a field of this name. */
function nearestItem(name: string): string | undefined {
  const item = nearestName(
    name,
    deviceItems.map((each) => each.name),
  )
  if (item) return `${item}(…)`
  const owner = deviceItems.find((each) => findField(name, each))
  return owner && `${owner.name}(${findField(name, owner)?.name} …)`
}
