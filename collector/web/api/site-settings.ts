import type { PatchedSiteSettings, PatchSiteSettings, SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { queryOptions } from '@tanstack/react-query'
import { request, requestTagged } from './request.ts'

export const siteSettingsPath = '/api/v1/site/settings'

/** All settings of the site, with their ETag. */
export const siteSettingsOptions = queryOptions({
  queryKey: ['site-settings'],
  queryFn: ({ signal }) => requestTagged<SiteSettings>(siteSettingsPath, { signal }),
})

export const saveSiteSettings = (json: PatchSiteSettings, ifMatch: string | undefined) =>
  request<PatchedSiteSettings>(siteSettingsPath, { method: 'PATCH', json, ifMatch })
