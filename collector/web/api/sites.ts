import type { CreateSite, PatchSite, Site } from '@rollcall/shared/api/site.ts'
import { resource } from './resource.ts'

export const sites = resource<Site, CreateSite, PatchSite>('sites', '/api/v1/sites')
