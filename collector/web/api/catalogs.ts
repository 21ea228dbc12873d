import type { CreateCredential, CredentialRecord, PatchCredential } from '@rollcall/shared/api/credential.ts'
import type { CreateIdentityJunk, IdentityJunk } from '@rollcall/shared/api/identity-junk.ts'
import type { CreateIgnoreEntry, IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import type { CreateSchedule, PatchSchedule, Schedule } from '@rollcall/shared/api/schedule.ts'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import type { CreateTag, PatchTag, Tag } from '@rollcall/shared/api/tag.ts'
import { auditServices } from './parts.ts'
import { resource } from './resource.ts'

export const tags = resource<Tag, CreateTag, PatchTag>('tags', '/api/v1/tags')
export const schedules = resource<Schedule, CreateSchedule, PatchSchedule>('schedules', '/api/v1/schedules')
export const credentials = resource<CredentialRecord, CreateCredential, PatchCredential>(
  'credentials',
  '/api/v1/credentials',
)
/** The Ignore List. Entries are added and removed, never changed. */
export const ignoreList = resource<IgnoreEntry, CreateIgnoreEntry, never>('ignore-list', '/api/v1/ignore-list')
export const identityJunk = resource<IdentityJunk, CreateIdentityJunk, never>('identity-junk', '/api/v1/identity-junk')

/** Options for short lists in menus and filters, which may be a minute old. */
const seldomChanges = { staleTime: 60_000 }

export const tagsOptions = { ...tags.allOptions, ...seldomChanges }
export const segmentsOptions = {
  ...resource<SegmentListItem>('segments', '/api/v1/segments').allOptions,
  ...seldomChanges,
}
export const schedulesOptions = { ...schedules.allOptions, ...seldomChanges }
export const credentialsOptions = { ...credentials.allOptions, ...seldomChanges }
export const auditServicesOptions = { ...auditServices.allOptions, ...seldomChanges }
