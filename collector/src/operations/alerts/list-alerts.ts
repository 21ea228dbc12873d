import type { Alert } from '@rollcall/shared/api/alert.ts'
import type { List, Page } from '@rollcall/shared/api/common.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { alertSources } from './alert-sources.ts'
import { storeAlert } from './store-alert.ts'

/**
 * Lists the site's current alerts: errors first, then newest first, then by id. Everybody of the site may read them.
 */
export async function listAlerts(ctx: Context, { limit, offset }: Page): Promise<List<Alert>> {
  const now = nowOf(ctx)
  const alerts = await ctx.store.read(async (db) => {
    const found: Alert[] = []
    for (const source of alertSources) found.push(...(await source(db, ctx.siteId, now)))
    return found
  })
  alerts.push(...storeAlert(ctx.store, ctx.siteId))
  alerts.sort((a, b) => compare(a.severity, b.severity) || compare(b.since, a.since) || compare(a.id, b.id))
  return { items: alerts.slice(offset, offset + limit), total: alerts.length }
}

/** Compares by code point, so `error` is before `warning`, and earlier times are first. */
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
