import { DomainError } from '@rollcall/shared/errors.ts'
import { withCounted } from '../../identity/junk/counted-evidence.ts'
import type { IgnoreLists } from '../../scanning/ignore-list/compiled-lists.ts'
import type { Tx } from '../../store/store.ts'
import type { Origin } from './delivery.ts'
import { isDocument, notIdentifiable, type Prepared } from './prepare.ts'

/** Observations of a group that are stored, and the reason for each of the others. */
type Admission = { admitted: Prepared[]; refused: Map<Prepared, DomainError> }

/**
 * Decides which observations of a group are stored, in the transaction that stores it. An observation that waited while
 * its device was put on the Ignore List does not bring the device back. An observation that waited while its agent was
 * removed is not stored.
 */
export async function admitObservations(tx: Tx, lists: IgnoreLists, group: readonly Prepared[]): Promise<Admission> {
  const refused = await refusedOrigins(tx, group)
  const permitted = refused.size === 0 ? group : group.filter((item) => !refused.has(item))
  const admitted: Prepared[] = []
  const ignored: Origin[] = []
  for (const [siteId, items] of Map.groupBy(permitted, ({ delivery }) => delivery.siteId)) {
    const list = await lists.of(tx, siteId)
    const unidentified = await unidentifiedAmong(tx, siteId, items)
    for (const item of items) {
      const entry = list.find({ ...item, evidence: item.reported, observation: item.head })
      if (unidentified.has(item)) refused.set(item, notIdentifiable)
      else if (entry === undefined) admitted.push(item)
      else {
        refused.set(item, ignoredError(entry))
        ignored.push(item.delivery)
      }
    }
  }
  for (const [notify, ofOne] of Map.groupBy(ignored, ({ onIgnored }) => onIgnored)) await notify?.(tx, ofOne)
  return { admitted, refused }
}

/** Documents whose only identity values do not count on their site. */
async function unidentifiedAmong(tx: Tx, siteId: string, items: readonly Prepared[]): Promise<ReadonlySet<Prepared>> {
  const documents = items.filter(isDocument).map((item) => ({ item, evidence: item.reported }))
  if (documents.length === 0) return new Set()
  const counted = await withCounted(tx, siteId, documents)
  return new Set(counted.flatMap(({ item, evidence }) => (evidence.length === 0 ? [item] : [])))
}

/** Deliveries whose origin is no longer allowed to report. */
async function refusedOrigins(tx: Tx, group: readonly Prepared[]): Promise<Map<Prepared, DomainError>> {
  const refused = new Map<Prepared, DomainError>()
  for (const [admit, items] of Map.groupBy(group, ({ delivery }) => delivery.admit)) {
    const errors = await admit?.(
      tx,
      items.map(({ delivery }) => delivery),
    )
    for (const item of errors?.size ? items : []) {
      const error = errors?.get(item.delivery)
      if (error) refused.set(item, error)
    }
  }
  return refused
}

const ignoredError = (entry: string) =>
  new DomainError('ignored', `This device matches ${entry} on the site's Ignore List: nothing was stored.`)

/** Distinguishes an observation that the Ignore List keeps out from a failure. */
export const isIgnored = (error: unknown): boolean => error instanceof DomainError && error.code === 'ignored'
