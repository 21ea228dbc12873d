import type { Field } from '@rollcall/shared/query/fields.ts'
import { findField } from '@rollcall/shared/query/find-field.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import { auditProblemTexts } from '../../scanning/audit-problems/read-audit-problem.ts'
import type { Db } from '../../store/store.ts'
import { fieldNumbers, readFacts } from '../facts/read-facts.ts'
import { fieldWords } from './item-words.ts'

/** Reads the values by which devices meet a query, in words, by device. */
type ReadDetails = (deviceIds: readonly string[]) => Promise<Map<string, string>>

/**
 * Prepares the reading of the values that a query names, and of the reason why a device could not be read. `isChoice` is
 * true for one of several alternatives.
 */
export async function detailReader(
  { db, siteId }: { db: Db; siteId: string },
  query: Query,
  isChoice: boolean,
): Promise<ReadDetails> {
  const fields = [...new Map(namedFields(query, isChoice).map((field) => [field.name, field])).values()]
  const numbers = await fieldNumbers(
    db,
    siteId,
    fields.map(({ name }) => name),
  )
  const named = new Map(fields.map((field) => [numbers.get(field.name), field]))
  const withReason = fields.some(({ name }) => saysWhy(name))
  return async (deviceIds) => {
    const reasons = withReason ? await auditProblemTexts(db, siteId, deviceIds) : new Map<string, string>()
    const facts = numbers.size === 0 ? [] : await readFacts(db, deviceIds, numbers.values())
    const ofDevices = Map.groupBy(facts, ({ deviceId }) => deviceId)
    return new Map(
      deviceIds.flatMap((deviceId) => {
        const said = (ofDevices.get(deviceId) ?? []).flatMap((fact) => {
          const field = named.get(fact.field)
          return field ? [fieldWords(field, fact.text ?? fact.key ?? fact.number ?? '')] : []
        })
        const all = [...(reasons.has(deviceId) ? [reasons.get(deviceId)] : []), ...said]
        return all.length === 0 ? [] : [[deviceId, all.join(', ')] as const]
      }),
    )
  }
}

/**
 * Fields whose values say something about a matching device: not those behind a “not”, and not those that have the same
 * value on every matching device, which the rule says already.
 */
function namedFields(query: Query, isChoice: boolean): Field[] {
  if ('all' in query) return query.all.flatMap((each) => namedFields(each, isChoice))
  if ('any' in query) return query.any.flatMap((each) => namedFields(each, true))
  if (!('operator' in query) || (query.operator === '=' && !isChoice && !saysWhy(query.field))) return []
  const field = findField(query.field)
  return field ? [field] : []
}

/** The value of this field has a reason. */
const saysWhy = (field: string): boolean => findField(field)?.name === 'unreadable'
