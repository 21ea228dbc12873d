import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import type { CreateSegment, Segment } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'

/** Builds a complete segment with defaults. */
export const toSegment = (id: string, input: CreateSegment): Segment => ({
  id,
  name: input.name,
  type: input.type,
  auditServiceId: input.auditServiceId ?? null,
  autoTagId: input.autoTagId ?? null,
  addresses: input.addresses ?? [],
  credentialIds: input.credentialIds ?? [],
  scanScheduleId: input.scanScheduleId ?? null,
  auditScheduleId: input.auditScheduleId ?? null,
  scanOptions: input.scanOptions ?? scanOptionsSchema.parse({}),
  directory: input.directory ?? null,
  cloud: input.cloud ?? null,
})

export const nameTaken = (name: string): DomainError =>
  new DomainError('name_taken', `A segment named "${name}" already exists.`)
