import { defaultSiteSettings, type SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { eq } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { siteTables } from '../store/schema/sites.ts'
import type { Db } from '../store/store.ts'

/** Keys: `snapshotStorage`, `smtp`, and `webhook:<id>`. */
export type SettingsSecrets = Record<string, string>

/** Binds the sealed secrets to their site. */
export const settingsSealContext = (siteId: string): string => `site-settings:${siteId}`

/** The settings of a site as callers may see them; the defaults where none were made. */
export async function siteSettings(db: Db, siteId: string): Promise<SiteSettings> {
  return (await settingsRow(db, siteId))?.settings ?? defaultSiteSettings
}

/** The settings with their secrets in the clear, for those who use them. */
export async function openSiteSettings(
  ctx: Pick<SystemContext, 'store' | 'vault'>,
  siteId: string,
): Promise<{ settings: SiteSettings; secrets: SettingsSecrets }> {
  const row = await ctx.store.read((db) => settingsRow(db, siteId))
  return {
    settings: row?.settings ?? defaultSiteSettings,
    secrets: row?.sealedSecrets ? openSecrets(ctx, row.sealedSecrets, siteId) : {},
  }
}

export function openSecrets(ctx: Pick<SystemContext, 'vault'>, sealed: Uint8Array, siteId: string): SettingsSecrets {
  return JSON.parse(ctx.vault.openText(sealed, settingsSealContext(siteId))) as SettingsSecrets
}

export async function settingsRow(db: Db, siteId: string) {
  const { siteSettings } = db.tables(siteTables)
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.siteId, siteId))
  return row
}
