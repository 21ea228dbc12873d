import { invalidField } from '@rollcall/shared/errors.ts'
import { customPrefix } from '@rollcall/shared/query/fields.ts'
import type { Condition, Query } from '@rollcall/shared/query/query.ts'
import { and, eq, isNotNull, or } from 'drizzle-orm'
import { segmentIdsNamed } from '../../scanning/segments/find-segments.ts'
import { deviceFactTables } from '../../store/schema/device-facts.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { fieldNumbers } from '../facts/read-facts.ts'

type Scope = { db: Db; siteId: string }
type Compared = Extract<Condition, { operator: unknown }>

/**
 * Throws a DomainError for a query that names a tag or a segment that the site does not have, or a custom field that no
 * device has. A list of devices is empty then, but a rule would resolve all its findings.
 */
export async function requireNames(scope: Scope, query: Query): Promise<void> {
  for (const condition of comparedIn(query)) {
    const missing = await missingName(scope, condition)
    if (missing !== undefined) throw invalidField('/query', `${missing}. Edit the query, or add it again`)
  }
}

function comparedIn(query: Query): Compared[] {
  if ('all' in query) return query.all.flatMap(comparedIn)
  if ('any' in query) return query.any.flatMap(comparedIn)
  if ('not' in query) return comparedIn(query.not)
  return 'operator' in query ? [query] : []
}

async function missingName({ db, siteId }: Scope, { field, operator, value }: Compared): Promise<string | undefined> {
  const name = String(value).trim()
  const isExact = operator === '=' || operator === '!='
  if (field === 'tag' && isExact) {
    const { tags } = db.tables(deviceTables)
    const isNamed = and(eq(tags.siteId, siteId), eq(tags.nameKey, name.toLowerCase()))
    return (await db.$count(tags, isNamed)) > 0 ? undefined : `The site has no tag “${name}”`
  }
  if (field === 'segment' && isExact) {
    const key = name.toLowerCase()
    const ids = await segmentIdsNamed(db, siteId, (nameKey, id) => or(eq(nameKey, key), eq(id, key)))
    return ids.length > 0 ? undefined : `The site has no segment “${name}”`
  }
  if (!field.startsWith(customPrefix) || (await isUsed({ db, siteId }, field))) return undefined
  return `No device has the custom field “${field.slice(customPrefix.length)}”`
}

/** Reports whether a device of the site has a value in a field. */
async function isUsed({ db, siteId }: Scope, field: string): Promise<boolean> {
  const number = (await fieldNumbers(db, siteId, [field])).get(field)
  if (number === undefined) return false
  const { facts } = db.tables(deviceFactTables)
  for (const value of [facts.key, facts.number]) {
    const rows = await db
      .select({ device: facts.device })
      .from(facts)
      .where(and(eq(facts.field, number), isNotNull(value)))
      .limit(1)
    if (rows.length > 0) return true
  }
  return false
}
