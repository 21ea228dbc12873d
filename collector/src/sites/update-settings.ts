import type { PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../lib/context.ts'
import { siteTables } from '../store/schema/sites.ts'
import type { Tx } from '../store/store.ts'
import { checkSettings } from './check-settings.ts'
import { type MergedSettings, mergeSettings } from './merge-settings.ts'
import { openSettingsIn, settingsSealContext } from './settings.ts'
import { settingsChanges } from './settings-changes.ts'

type SettingsChange = { patch: PatchSiteSettings; before: SiteSettings; after: SiteSettings; now: string }

/** Applies a change of a site's settings to the data of another room, in the transaction of the change. */
export type SettingsEffect = (tx: Tx, siteId: string, change: SettingsChange) => Promise<void>

/** Updates the fields of the patch. Secrets are sealed; the answer contains those generated for new webhooks. */
export async function updateSiteSettings(
  ctx: Context,
  patch: PatchSiteSettings,
  effects: readonly SettingsEffect[],
  expects?: Precondition,
): Promise<Omit<MergedSettings, 'secrets'>> {
  requireCapability(ctx, 'Administrator')
  const { siteId, vault } = ctx
  const timestamp = nowOf(ctx)
  const updated = await ctx.store.write(async (tx) => {
    const before = await openSettingsIn(tx, vault, siteId)
    expects?.(before.settings)
    const after = mergeSettings(before, patch)
    const { settings, secrets, madeSecrets } = after
    checkSettings(settings, patch, ctx.outbound)
    const { siteSettings } = tx.tables(siteTables)
    const hasSecrets = Object.keys(secrets).length > 0
    const sealedSecrets = hasSecrets ? vault.seal(JSON.stringify(secrets), settingsSealContext(siteId)) : null
    const row = { settings, sealedSecrets, modifiedAt: timestamp }
    await tx
      .insert(siteSettings)
      .values({ siteId, ...row })
      .onConflictDoUpdate({ target: siteSettings.siteId, set: row })
    const rows = settingsChanges(siteId, before, after)
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp, rows })
    const change = { patch, before: before.settings, after: settings, now: timestamp }
    for (const apply of effects) await apply(tx, siteId, change)
    return { settings, madeSecrets }
  })
  ctx.wakeOutbox()
  return updated
}
