import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { type Context, nowOf, type SystemContext } from '../../lib/context.ts'
import { alertSources } from './alert-sources.ts'
import { storeAlert } from './store-alert.ts'

/** Reads the current alerts of a site, in no order. */
export async function readAlerts(
  { store, clock }: Pick<SystemContext, 'store' | 'clock'>,
  siteId: string,
): Promise<Alert[]> {
  const now = nowOf({ clock })
  const alerts = await store.read(async (db) => {
    const found: Alert[] = []
    for (const source of alertSources) found.push(...(await source(db, siteId, now)))
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
