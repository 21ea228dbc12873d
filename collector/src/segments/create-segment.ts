import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import type { CreateSegment, Segment } from '@rollcall/shared/api/segment.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { requireCapability } from '../auth/authorise.ts'
import { recordChanges } from '../changes/record.ts'
import { type Context, nowOf } from '../context.ts'
import { segmentTables } from '../store/schema/segments.ts'
import { validateSegment } from './validate.ts'

/** Adds a segment; its name is unique on the site, whatever the case. */
export async function createSegment(ctx: Context, input: CreateSegment): Promise<Segment> {
  requireCapability(ctx, 'Administrator')
  const { addresses } = await validateSegment(ctx, input)
  const segment: Segment = {
    id: newId(),
    name: input.name,
    type: input.type,
    auditServiceId: input.auditServiceId ?? null,
    autoTagId: input.autoTagId ?? null,
    addresses,
    credentialIds: input.credentialIds ?? [],
    scanScheduleId: null,
    auditScheduleId: null,
    scanOptions: input.scanOptions ?? scanOptionsSchema.parse({}),
    directory: input.directory ?? null,
    cloud: input.cloud ?? null,
  }
  const now = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const inserted = await tx
      .insert(tx.tables(segmentTables).segments)
      .values({ ...segment, siteId: ctx.siteId, nameKey: input.name.toLowerCase(), createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw new DomainError('name_taken', `A segment named "${input.name}" is already there.`)
    await recordChanges(tx, {
      siteId: ctx.siteId,
      actor: ctx.actor.name,
      timestamp: now,
      rows: [{ verb: 'Added', entity: 'Segment', entityId: segment.id, to: segment.name }],
    })
  })
  return segment
}
