import { type CreateView, type View, viewLimits } from '@rollcall/shared/api/view.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { recordChanges } from '../change-log/record-changes.ts'
import { requireCapability } from '../lib/authorise.ts'
import { type Context, nowOf } from '../lib/context.ts'
import { viewTables } from '../store/schema/views.ts'
import type { Tx } from '../store/store.ts'
import { viewEntries } from './log-view.ts'
import { ownerColumns, ownerOf } from './owners.ts'

/** Adds a view of the caller. Names are unique among the caller's views of one list, ignoring case. */
export async function createView(ctx: Context, input: CreateView): Promise<View> {
  if (input.shared) requireCapability(ctx, 'EditInventory')
  const { siteId, actor } = ctx
  const owner = ownerOf(actor)
  const view: View = { id: newId(), ...input, owner, createdAt: nowOf(ctx), modifiedAt: null }
  await ctx.store.write(async (tx) => {
    await requireRoom(tx, ctx)
    const { owner: _, ...columns } = view
    const inserted = await tx
      .insert(tx.tables(viewTables).views)
      .values({ ...columns, ...ownerColumns(owner), siteId, nameKey: view.name.toLowerCase() })
      .onConflictDoNothing()
      .returning()
    if (inserted.length === 0) throw viewNameTaken(view.name)
    await recordChanges(tx, { siteId, actor, timestamp: view.createdAt, rows: viewEntries(undefined, view) })
  })
  return view
}

async function requireRoom(tx: Tx, { siteId, actor }: Context): Promise<void> {
  const { views } = tx.tables(viewTables)
  const ofSite = eq(views.siteId, siteId)
  const { perOwner, perSite } = viewLimits
  if ((await tx.$count(views, and(ofSite, eq(views.ownerId, actor.id)))) >= perOwner) {
    throw new DomainError('limit_reached', `You have ${perOwner} views, the maximum. Delete one first.`)
  }
  if ((await tx.$count(views, ofSite)) >= perSite) {
    throw new DomainError('limit_reached', `The site has ${perSite} views, the maximum.`)
  }
}

export const viewNameTaken = (name: string): DomainError =>
  new DomainError('name_taken', `A view named "${name}" already exists.`)
