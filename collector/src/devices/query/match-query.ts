import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import type { Field } from '@rollcall/shared/query/fields.ts'
import { findField, findItem } from '@rollcall/shared/query/find-field.ts'
import type { Condition, Query } from '@rollcall/shared/query/query.ts'
import { queryText } from '@rollcall/shared/query/query-text.ts'
import { inList } from '../../device-records/listed-devices.ts'
import { devicesWithProducts } from '../../software/installations/devices-with-software.ts'
import { findProducts } from '../../software/installations/find-products.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { totalOf } from '../../store/tally/total-of.ts'
import { factsAreMissing, hasOlderFacts } from '../facts/derive-facts.ts'
import { itemFact } from '../facts/fact.ts'
import { type FieldNumbers, fieldNumbers } from '../facts/read-facts.ts'
import { matchColumn, matchMainAddress, type Scope } from './column-matches.ts'
import { type DeviceSet, setOfIds } from './device-set.ts'
import { matchFact } from './fact-matches.ts'
import { conditionsIn, matchItem } from './item-matches.ts'
import { all, any, type Match, not } from './match.ts'
import { fieldsOfListed, matchRelated } from './related-matches.ts'

/** Finds the way to the devices of a list that meet a query. */
export async function matchQuery(scope: Scope, query: Query): Promise<Match> {
  const numbers = await fieldNumbers(scope.db, scope.siteId, factNames(query))
  return matchAny(scope, numbers, query)
}

/** Names of the facts that a query reads. */
function factNames(query: Query): string[] {
  if ('all' in query) return query.all.flatMap(factNames)
  if ('any' in query) return query.any.flatMap(factNames)
  if ('not' in query) return factNames(query.not)
  if (!('item' in query)) return [findField(query.field)?.name ?? '']
  const item = findItem(query.item)
  return item?.fields.map(({ name }) => itemFact(item.name, name)) ?? []
}

async function matchAny(scope: Scope, numbers: FieldNumbers, query: Query): Promise<Match> {
  if ('all' in query) return all(scope.db, await matchEach(scope, numbers, query.all))
  if ('any' in query) return any(scope.db, await matchEach(scope, numbers, query.any))
  if ('not' in query) return not(await matchAny(scope, numbers, query.not), () => countListed(scope))
  if ('item' in query) return matchItems(scope, numbers, query.item, query.where)
  if ('exists' in query && !query.exists) {
    const present = await matchCondition(scope, numbers, { ...query, exists: true })
    return not(present, () => countListed(scope))
  }
  return matchCondition(scope, numbers, query)
}

async function matchEach(scope: Scope, numbers: FieldNumbers, queries: readonly Query[]): Promise<Match[]> {
  const matches: Match[] = []
  for (const query of queries) matches.push(await matchAny(scope, numbers, query))
  return matches
}

/** Counts all devices of the list from totals that each transaction updates. */
export async function countListed({ db, siteId, isArchived }: Scope): Promise<number> {
  const { deviceTally } = db.tables(deviceTables)
  return totalOf(db, deviceTally, inList(db, siteId, isArchived))
}

async function matchCondition(scope: Scope, numbers: FieldNumbers, condition: Condition): Promise<Match> {
  const field = findField(condition.field)
  if (!field) throw invalidField('query', `‘${condition.field}’ is not a field`)
  if (fieldsOfListed.includes(field.name)) refuseArchived(scope, condition)
  const own = (await matchRelated(scope, condition)) ?? (await matchColumn(scope, field, condition))
  if (own) return { ...own, set: await setOf(scope, numbers, field, condition, own) }
  refuseArchived(scope, condition)
  await requireFacts(scope)
  const facts = await matchFact(scope.db, numbers, field, condition)
  if (field.name !== 'address') return facts
  const main = await matchMainAddress(scope, condition)
  return 'operator' in condition && condition.operator === '~' ? main : any(scope.db, [main, facts])
}

/** The set of a condition on a record beside its facts. The type is also a fact, as most devices may have the same. */
async function setOf(
  { db, isArchived }: Scope,
  numbers: FieldNumbers,
  field: Field,
  condition: Condition,
  own: Match,
): Promise<DeviceSet | undefined> {
  if (isArchived) return undefined
  if (field.name === 'type' && !(await hasOlderFacts(db))) return (await matchFact(db, numbers, field, condition)).set
  return own.count && setOfIds(db, own)
}

async function matchItems(scope: Scope, numbers: FieldNumbers, name: string, where: Query): Promise<Match> {
  const { db, siteId } = scope
  const item = findItem(name)
  if (!item) throw invalidField('query', `‘${name}’ is not a kind of item`)
  refuseArchived(scope, { item: name, where })
  if (item.name !== 'software') {
    await requireFacts(scope)
    return matchItem(db, numbers, item, where)
  }
  const { devices } = db.tables(deviceTables)
  const { sizeMax, idsOf, isOf, count } = await devicesWithProducts(db, await findProducts(db, siteId, where))
  return {
    ...{ size: sizeMax, ids: idsOf.getSQL(), row: isOf(devices.id), count },
    set: setOfIds(db, { ids: idsOf.getSQL(), size: sizeMax }),
    conditions: conditionsIn(where).length,
    text: queryText({ item: name, where }),
  }
}

/** Refuses a condition on data that archived devices do not have. */
function refuseArchived({ isArchived }: Scope, query: Query): void {
  if (!isArchived) return
  const fault = `‘${queryText(query)}’ cannot be used for archived devices. Use fields of their record, such as name or lastSeen`
  throw invalidField('query', fault)
}

/** Refuses a query while facts of older devices are derived: it would miss some. */
async function requireFacts({ db }: Scope): Promise<void> {
  if (!(await factsAreMissing(db))) return
  throw new DomainError('store_unavailable', 'The data for queries is still being prepared. Try again in some minutes.')
}
