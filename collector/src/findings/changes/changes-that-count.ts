import { DomainError } from '@rollcall/shared/errors.ts'
import type { Query } from '@rollcall/shared/query/query.ts'
import type { Db } from '../../store/store.ts'
import { readQuery } from '../rules/read-query.ts'
import type { RuleRow } from '../rules/rule-row.ts'

/**
 * Returns those of some listed devices of a site that meet a query. Throws a DomainError for a query that cannot be
 * evaluated.
 */
export type MatchingDevices = (
  db: Db,
  scope: { siteId: string; now: Date },
  query: Query,
  deviceIds: readonly string[],
) => Promise<Set<string>>

/**
 * Returns the changes that a rule counts: those of devices that meet its query now. Every change counts if the query
 * cannot be evaluated, as a finding too many is better than one that nobody sees; the next evaluation says why.
 */
export async function changesThatCount<T extends { deviceId: string }>(
  db: Db,
  { siteId, query }: RuleRow,
  changes: readonly T[],
  at: string,
  matching: MatchingDevices,
): Promise<readonly T[]> {
  if (query === null || changes.length === 0) return changes
  const ids = [...new Set(changes.map(({ deviceId }) => deviceId))]
  try {
    const met = await matching(db, { siteId, now: new Date(at) }, readQuery(query), ids)
    return changes.filter(({ deviceId }) => met.has(deviceId))
  } catch (error) {
    if (error instanceof DomainError) return changes
    throw error
  }
}
