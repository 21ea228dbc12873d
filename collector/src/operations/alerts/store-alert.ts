import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { Store } from '../../store/store.ts'

/** Returns the alert for a store that takes no writes. It is held in memory, since nothing can be written then. */
export function storeAlert(store: Store, siteId: string): Alert[] {
  const outage = store.outage()
  if (!outage) return []
  const isFull = outage.code === 'storage_full'
  return [
    {
      id: `storage.${isFull ? 'full' : 'unavailable'}:${siteId}`,
      kind: isFull ? 'storage.full' : 'storage.unavailable',
      severity: 'error',
      title: isFull ? "The collector's disk is full" : "The collector's database accepts no changes",
      detail:
        'Nothing new is stored. Agents and Audit Services keep their results and send them again later. The log of the collector describes the remedy.',
      subjectId: siteId,
      since: outage.since.toISOString(),
    },
  ]
}
