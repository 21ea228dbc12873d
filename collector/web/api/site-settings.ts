import type { PatchedSiteSettings, PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './problem.ts'
import { request, requestTagged } from './request.ts'

export const siteSettingsPath = '/api/v1/site/settings'

/** All settings of the site, with their ETag. */
export const siteSettingsOptions = queryOptions({
  queryKey: ['site-settings'],
  queryFn: ({ signal }) => requestTagged<SiteSettings>(siteSettingsPath, { signal }),
})

/** One webhook of the settings, with their ETag. */
export const webhookOptions = (id: string) =>
  queryOptions({
    queryKey: [...siteSettingsOptions.queryKey, 'webhook', id],
    queryFn: async ({ signal }) => {
      const { value, etag } = await requestTagged<SiteSettings>(siteSettingsPath, { signal })
      const webhook = value.notifications.webhooks.find((each) => each.id === id)
      if (!webhook) throw new ApiError({ status: 404, code: 'not_found', title: 'The webhook was deleted' })
      return { value: webhook, etag }
    },
  })

export const saveSiteSettings = (json: PatchSiteSettings, ifMatch: string | undefined) =>
  request<PatchedSiteSettings>(siteSettingsPath, { method: 'PATCH', json, ifMatch })
