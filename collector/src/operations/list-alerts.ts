import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { expiryAlerts } from '../access/registrations/expiry-alerts.ts'
import { collisionAlerts } from '../identity/collisions/open-collisions.ts'
import { type Context, nowOf, type SystemContext } from '../lib/context.ts'
import { sharedServiceAlerts } from '../scanning/audit-services/shared-service-alerts.ts'
import { failingAlert } from '../snapshots/offload/offload-status.ts'
import type { Db, Store } from '../store/store.ts'
import { holdAlerts } from './held-jobs/held-job-alerts.ts'

/** Each lists the current alerts of a feature on a site. */
const sources: readonly ((db: Db, siteId: string, now: string) => Promise<Alert[]>)[] = [
  holdAlerts,
  expiryAlerts,
  failingAlert,
  collisionAlerts,
  sharedServiceAlerts,
]

/** Reads the current alerts of a site, in no order. */
export async function readAlerts(
  { store, clock }: Pick<SystemContext, 'store' | 'clock'>,
  siteId: string,
): Promise<Alert[]> {
  const now = nowOf({ clock })
  const alerts = await store.read(async (db) => {
    const found: Alert[] = []
    for (const source of sources) found.push(...(await source(db, siteId, now)))
    return found
  })
  return [...alerts, ...storeAlert(store, siteId)]
}

/**
 * Lists the site's current alerts: errors first, then newest first, then by id. Everybody of the site may read them.
 */
export async function listAlerts(ctx: Context, { limit, offset }: Page): Promise<List<Alert>> {
  const alerts = await readAlerts(ctx, ctx.siteId)
  alerts.sort((a, b) => compare(a.severity, b.severity) || compare(b.since, a.since) || compare(a.id, b.id))
  return { items: alerts.slice(offset, offset + limit), total: alerts.length }
}

/** Compares by code point, so `error` is before `warning`, and earlier times are first. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Returns the alert for a store that takes no writes. It is held in memory, since nothing can be written then. */
function storeAlert(store: Store, siteId: string): Alert[] {
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
