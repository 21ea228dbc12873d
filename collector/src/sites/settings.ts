import { defaultSiteSettings, type SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { requireCapability } from '../lib/authorise.ts'
import type { Context, SystemContext } from '../lib/context.ts'
import { siteTables } from '../store/schema/sites.ts'
import { columnsIn } from '../store/sql.ts'
import type { Db } from '../store/store.ts'

/** Secrets by key: `snapshotStorage`, `smtp`, and the `webhookSecretName` of each webhook. */
export type SettingsSecrets = Record<string, string>
export const webhookSecretName = (id: string): string => `webhook:${id}`

/** Settings with their secrets in the clear. */
export type OpenSettings = { settings: SiteSettings; secrets: SettingsSecrets }

/** Binds the sealed secrets to their site. */
export const settingsSealContext = (siteId: string): string => `site-settings:${siteId}`

/** Returns the settings of the current site, without their secrets. */
export async function getSiteSettings(ctx: Context): Promise<SiteSettings> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read((db) => siteSettings(db, ctx.siteId))
}

/** Returns the settings of a site without secrets; the defaults if none were saved. */
export async function siteSettings(db: Db, siteId: string): Promise<SiteSettings> {
  return withDefaults(await settingsRow(db, siteId))
}

/** Returns how each of these sites shows times, by site. */
export async function displaysOf(db: Db, siteIds: readonly string[]): Promise<Map<string, SiteSettings['display']>> {
  const { siteSettings } = db.tables(siteTables)
  const rows = await db.rowsAmong(siteSettings, siteIds, { key: 'siteId', columns: columnsIn(siteSettings) })
  return new Map(rows.map((row) => [row.siteId, withDefaults(row).display]))
}

/** Returns the settings with their secrets, for internal use. */
export async function openSiteSettings(
  ctx: Pick<SystemContext, 'store' | 'vault'>,
  siteId: string,
): Promise<OpenSettings> {
  return ctx.store.read((db) => openSettingsIn(db, ctx.vault, siteId))
}

/** Returns the settings with their secrets, within a transaction. */
export async function openSettingsIn(db: Db, vault: SystemContext['vault'], siteId: string): Promise<OpenSettings> {
  const row = await settingsRow(db, siteId)
  const text = row?.sealedSecrets ? vault.openText(row.sealedSecrets, settingsSealContext(siteId)) : '{}'
  return { settings: withDefaults(row), secrets: JSON.parse(text) as SettingsSecrets }
}

/** Adds defaults for groups that did not exist when the settings were stored. */
const withDefaults = (row: { settings: SiteSettings } | undefined): SiteSettings => ({
  ...defaultSiteSettings,
  ...row?.settings,
})

async function settingsRow(db: Db, siteId: string) {
  const { siteSettings } = db.tables(siteTables)
  const [row] = await db.rowsAmong(siteSettings, [siteId], { key: 'siteId', columns: columnsIn(siteSettings) })
  return row
}
