import type { PatchSiteSettings } from '@rollcall/shared/api/site-settings.ts'
import type { QueryClient } from '@tanstack/react-query'
import { saveSiteSettings, siteSettingsOptions } from '../../../api/site-settings.ts'

type Patched = NonNullable<NonNullable<PatchSiteSettings['notifications']>['webhooks']>

/**
 * Changes the current list of webhooks, not the one that was shown, so that webhooks added by others stay. The ETag
 * detects changes between reading and writing.
 */
export async function changeWebhooks(queryClient: QueryClient, change: (webhooks: Patched) => Patched) {
  const { value, etag } = await queryClient.fetchQuery({ ...siteSettingsOptions, staleTime: 0 })
  const stored = value.notifications.webhooks.map(({ secretSet: _, ...webhook }) => webhook)
  const patched = await saveSiteSettings({ notifications: { webhooks: change(stored) } }, etag)
  await queryClient.invalidateQueries({ queryKey: siteSettingsOptions.queryKey })
  return patched.notifications.webhooks
}
