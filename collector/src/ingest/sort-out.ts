import { DomainError } from '@rollcall/shared/errors.ts'
import type { IgnoreLists } from '../ignore-list/compiled.ts'
import type { Tx } from '../store/store.ts'
import type { Prepared } from './prepare.ts'

/** A group without what the Ignore List of its site keeps out, and the entry that does so for each of the others. */
type SortedOut = { wanted: Prepared[]; ignored: Map<Prepared, string> }

/**
 * In the transaction that stores the group: an observation that waited while its device was put on the list does not
 * bring it back.
 */
export async function sortOut(tx: Tx, lists: IgnoreLists, group: readonly Prepared[]): Promise<SortedOut> {
  const wanted: Prepared[] = []
  const ignored = new Map<Prepared, string>()
  for (const [siteId, items] of Map.groupBy(group, ({ delivery }) => delivery.siteId)) {
    const list = await lists.of(tx, siteId)
    for (const item of items) {
      const entry = list.find({ ...item, observation: item.delivery.observation })
      if (entry === undefined) wanted.push(item)
      else ignored.set(item, entry)
    }
  }
  const deliveries = [...ignored.keys()].map(({ delivery }) => delivery)
  for (const [tell, ofOne] of Map.groupBy(deliveries, ({ onIgnored }) => onIgnored)) await tell?.(tx, ofOne)
  return { wanted, ignored }
}

export const ignoredError = (entry: string) =>
  new DomainError('ignored', `The Ignore List of this site has ${entry}: nothing was stored.`)

/** Whether `submit` rejected because the Ignore List keeps the observation out, and not for a failure. */
export const isIgnored = (error: unknown): boolean => error instanceof DomainError && error.code === 'ignored'
