import type { PatchView, View } from '@rollcall/shared/api/view.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { recordChanges } from '../change-log/record-changes.ts'
import { hasCapability, requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../lib/context.ts'
import { isUniqueViolation } from '../store/errors.ts'
import { reportTables } from '../store/schema/reports.ts'
import { viewTables } from '../store/schema/views.ts'
import { viewNameTaken } from './create-view.ts'
import { requireView } from './list-views.ts'
import { viewEntries } from './log-view.ts'
import { isOwnedBy, ownerColumns, ownerOf } from './owners.ts'

/** Updates the fields of the patch. */
export async function updateView(ctx: Context, id: string, patch: PatchView, expects?: Precondition): Promise<View> {
  return changeView(ctx, id, expects, (before) => {
    requireEditor(ctx, before)
    if (patch.shared ?? before.shared) requireCapability(ctx, 'EditInventory')
    if (before.shared && patch.shared === false && !isOwnedBy(before, ctx.actor)) {
      throw new DomainError('insufficient_privilege', 'Only its owner can make a view private. Take it over first.')
    }
    return {
      ...before,
      name: patch.name ?? before.name,
      parameters: patch.parameters ?? before.parameters,
      shared: patch.shared ?? before.shared,
    }
  })
}

/** Makes an Administrator the owner of a shared view, also if its owner was deleted. */
export async function takeOverView(ctx: Context, id: string): Promise<View> {
  requireCapability(ctx, 'Administrator')
  return changeView(ctx, id, undefined, (before) => ({ ...before, owner: ownerOf(ctx.actor) }))
}

/** Deletes a view. Reports on it are paused. */
export async function deleteView(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  const { siteId, actor } = ctx
  const timestamp = nowOf(ctx)
  await ctx.store.write(async (tx) => {
    const view = await requireView(tx, ctx, id)
    expects?.(view)
    requireEditor(ctx, view)
    const { views } = tx.tables(viewTables)
    const { reports } = tx.tables(reportTables)
    await tx
      .update(reports)
      .set({ pausedReason: 'view_unavailable', pausedSince: timestamp, nextRun: null })
      .where(and(eq(reports.viewId, id), isNull(reports.pausedReason)))
    await tx.delete(views).where(eq(views.id, id))
    await recordChanges(tx, { siteId, actor, timestamp, rows: viewEntries(view, undefined) })
  })
}

function requireEditor({ actor }: Context, view: View): void {
  if (isOwnedBy(view, actor) || hasCapability(actor, 'Administrator')) return
  throw new DomainError('insufficient_privilege', 'Only its owner and Administrators can change a shared view.')
}

async function changeView(
  ctx: Context,
  id: string,
  expects: Precondition | undefined,
  change: (before: View) => View,
): Promise<View> {
  const { siteId, actor } = ctx
  const timestamp = nowOf(ctx)
  return ctx.store.write(async (tx) => {
    const before = await requireView(tx, ctx, id)
    expects?.(before)
    const after = { ...change(before), modifiedAt: timestamp }
    const { owner, ...columns } = after
    const { views } = tx.tables(viewTables)
    await tx
      .update(views)
      .set({ ...columns, ...(owner && ownerColumns(owner)), nameKey: after.name.toLowerCase() })
      .where(eq(views.id, id))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? viewNameTaken(after.name) : error
      })
    await recordChanges(tx, { siteId, actor, timestamp, rows: viewEntries(before, after) })
    return after
  })
}
