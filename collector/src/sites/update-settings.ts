import type { PatchSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { recordChanges } from '../change-log/record-changes.ts'
import { reclusterFallback } from '../identity/recluster/recluster-group.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../lib/context.ts'
import { resumeOffload } from '../snapshots/offload/resume-offload.ts'
import { siteTables } from '../store/schema/sites.ts'
import { checkSettings } from './check-settings.ts'
import { type MergedSettings, mergeSettings } from './merge-settings.ts'
import { openSettingsIn, settingsSealContext } from './settings.ts'
import { settingsChanges } from './settings-changes.ts'

/** Changes what the patch names. Secrets are sealed; the answer has those that were made for new webhooks. */
export async function updateSiteSettings(
  ctx: Context,
  patch: PatchSiteSettings,
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
    await recordChanges(tx, { siteId, actor: ctx.actor.name, timestamp, rows })
    await reclusterFallback(tx, siteId, { before: before.settings, after: settings, now: timestamp })
    if (patch.snapshotStorage) await resumeOffload(tx, siteId)
    return { settings, madeSecrets }
  })
  ctx.wakeOutbox()
  return updated
}
