import { defaultSiteSettings, type SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { Context } from '../lib/context.ts'
import { siteTables } from '../store/schema/sites.ts'

export type TestLimits = Partial<SiteSettings['quota'] & SiteSettings['workload']>

/** For tests: writes the settings with these limits, as another part of the collector would. */
export async function setLimits(ctx: Context, { perSecond, perMinute, ...quota }: TestLimits): Promise<void> {
  const settings = {
    ...defaultSiteSettings,
    quota: { ...defaultSiteSettings.quota, ...quota },
    workload: { perSecond: perSecond ?? 0, perMinute: perMinute ?? 0 },
  }
  const row = { siteId: ctx.siteId, settings, modifiedAt: '2026-11-20T08:00:00.000Z' }
  await ctx.store.write((tx) => {
    const { siteSettings } = tx.tables(siteTables)
    return tx.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.siteId, set: { settings } })
  })
}
