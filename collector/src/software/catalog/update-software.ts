import type { PatchSoftware, SoftwareProduct } from '@rollcall/shared/api/software.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { type ChangeRow, recordChanges } from '../../change-log/record-changes.ts'
import { recordEvents } from '../../change-log/record-events.ts'
import { tagExists } from '../../device-records/tag-exists.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { requestReview } from '../compliance/review-sites.ts'
import { classifyName, classifyVersion } from './classify.ts'
import { showSoftware } from './get-software.ts'
import { requireSubject } from './subject.ts'

/** Classifies a product. The id of a name group classifies the name and all its versions, including future ones. */
export async function updateSoftware(
  ctx: Context,
  id: string,
  patch: PatchSoftware,
  expects?: Precondition,
): Promise<SoftwareProduct> {
  requireCapability(ctx, 'Administrator')
  const timestamp = nowOf(ctx)
  const { siteId } = ctx
  const updated = await ctx.store.write(async (tx) => {
    const subject = await requireSubject(tx, siteId, id)
    const before = await showSoftware(tx, siteId, subject)
    expects?.(before)
    if (patch.inScopeTagId && !(await tagExists(tx, siteId, patch.inScopeTagId))) {
      throw invalidField('/inScopeTagId', 'is not a tag of this site')
    }
    const rows: ChangeRow[] =
      subject.kind === 'name'
        ? await classifyName(tx, subject.record, patch)
        : await classifyVersion(tx, subject.record, patch)
    if (rows.length === 0) return before
    const after = await showSoftware(tx, siteId, await requireSubject(tx, siteId, id))
    await recordChanges(tx, { siteId, actor: ctx.actor, timestamp, rows })
    const { name, version, softwareGroup, inScopeTagId } = after
    await recordEvents(tx, {
      siteId,
      timestamp,
      events: [{ type: 'software.modified', subjectId: id, data: { name, version, softwareGroup, inScopeTagId } }],
    })
    await requestReview(tx, siteId)
    return after
  })
  ctx.wakeOutbox()
  return updated
}
