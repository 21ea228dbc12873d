import type { PatchSite, Site } from '@rollcall/shared/api/site.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../lib/context.ts'
import { isUniqueViolation } from '../store/errors.ts'
import { siteTables } from '../store/schema/sites.ts'
import { nameTaken, requireSite } from './read.ts'

/** Renames a site of the caller. */
export async function renameSite(ctx: Context, id: string, patch: PatchSite, expects?: Precondition): Promise<Site> {
  requireCapability(ctx, 'Administrator')
  return ctx.store
    .write(async (tx) => {
      const before = await requireSite(tx, ctx.actor, id)
      expects?.(before)
      const { name = before.name } = patch
      if (name === before.name) return before
      const { sites } = tx.tables(siteTables)
      await tx.update(sites).set({ name, nameKey: name.toLowerCase() }).where(eq(sites.id, id))
      const modified = { verb: 'Modified' as const, entity: 'Site', entityId: id, subject: name, field: 'name' }
      await recordChanges(tx, {
        siteId: id,
        actor: ctx.actor,
        timestamp: nowOf(ctx),
        rows: [{ ...modified, from: before.name, to: name }],
      })
      return { ...before, name }
    })
    .catch((error: unknown) => {
      throw patch.name !== undefined && isUniqueViolation(error) ? nameTaken(patch.name) : error
    })
}
