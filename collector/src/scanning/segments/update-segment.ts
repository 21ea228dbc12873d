import { createSegmentSchema, type PatchSegment, type Segment } from '@rollcall/shared/api/segment.ts'
import { mergePatch, parseMerged } from '@rollcall/shared/merge-patch.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { isUniqueViolation } from '../../store/errors.ts'
import { segmentTables } from '../../store/schema/scanning.ts'
import { requireSegment } from './list-segments.ts'
import { recordModified } from './record-modified.ts'
import { nameTaken, toSegment } from './segment.ts'
import { validateSegment } from './validate-segment.ts'

/** Updates the fields of the patch. A running scan continues unchanged. */
export async function updateSegment(
  ctx: Context,
  id: string,
  patch: PatchSegment,
  expects?: Precondition,
): Promise<Segment> {
  requireCapability(ctx, 'Administrator')
  const { siteId } = ctx
  const segment = await ctx.store
    .write(async (tx) => {
      const before = await requireSegment(tx, siteId, id)
      expects?.(before)
      const input = patched(before, patch)
      const { addresses } = await validateSegment(tx, siteId, input, new Set(Object.keys(patch)))
      const after = toSegment(id, { ...input, addresses })
      const { segments } = tx.tables(segmentTables)
      await tx
        .update(segments)
        .set({ ...after, nameKey: after.name.toLowerCase() })
        .where(eq(segments.id, id))
      await recordModified(tx, { siteId, actor: ctx.actor, timestamp: nowOf(ctx) }, [{ before, after }])
      return after
    })
    .catch((error: unknown) => {
      throw patch.name !== undefined && isUniqueViolation(error) ? nameTaken(patch.name) : error
    })
  ctx.wakeOutbox()
  return segment
}

/** Applies the patch to the input form of the segment. */
function patched({ id: _, ...before }: Segment, patch: PatchSegment) {
  const given = Object.entries(before).filter(([, value]) => value !== null)
  return parseMerged(createSegmentSchema, mergePatch(Object.fromEntries(given), patch))
}
