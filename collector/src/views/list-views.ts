import type { List } from '@rollcall/shared/api/common.ts'
import type { View, ViewQuery } from '@rollcall/shared/api/view.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { and, asc, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Actor, Context } from '../lib/context.ts'
import { readPage } from '../store/page.ts'
import { viewTables } from '../store/schema/views.ts'
import type { Db } from '../store/store.ts'

type Row = ReturnType<typeof viewTables>['views']['$inferSelect']
type Caller = Pick<Actor, 'kind' | 'id'>

/** Lists the views that the caller can use, by name, then id. */
export async function listViews(ctx: Context, query: ViewQuery): Promise<List<View>> {
  return ctx.store.read(async (db) => {
    const { views } = db.tables(viewTables)
    const where = and(visibleTo(db, ctx.siteId, ctx.actor), query.list && eq(views.list, query.list))
    const rows = db.select().from(views).where(where).orderBy(asc(views.nameKey), asc(views.id))
    const { items, total } = await readPage(rows, db.$count(views, where), query)
    return { items: items.map(toView), total }
  })
}

export async function getView(ctx: Context, id: string): Promise<View> {
  return ctx.store.read((db) => requireView(db, ctx, id))
}

/** Returns a view that the caller can use; otherwise throws `not_found`. */
export async function requireView(db: Db, { siteId, actor }: Pick<Context, 'siteId' | 'actor'>, id: string) {
  const view = await findView(db, siteId, actor, id)
  if (!view) throw new DomainError('not_found', 'No view has this id on this site.')
  return view
}

/** Finds a view that a caller can use: a shared view of the site, or one of the caller's own. */
export async function findView(db: Db, siteId: string, caller: Caller, id: string): Promise<View | undefined> {
  const { views } = db.tables(viewTables)
  const [row] = await db
    .select()
    .from(views)
    .where(and(eq(views.id, id), visibleTo(db, siteId, caller)))
  return row && toView(row)
}

/** Returns the names and lists of views by id. */
export async function namedViews(db: Db, ids: readonly string[]): Promise<Map<string, Pick<View, 'name' | 'list'>>> {
  const { views } = db.tables(viewTables)
  const rows = await db
    .select({ id: views.id, name: views.name, list: views.list })
    .from(views)
    .where(inArray(views.id, [...ids]))
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}

function visibleTo(db: Db, siteId: string, { kind, id }: Caller): SQL | undefined {
  const { views } = db.tables(viewTables)
  const isOwn = and(eq(views.ownerKind, kind as Row['ownerKind']), eq(views.ownerId, id))
  return and(eq(views.siteId, siteId), or(eq(views.shared, true), isOwn))
}

const toView = ({ ownerKind: kind, ownerId, ownerName: name, siteId: _, nameKey: __, ...view }: Row): View => ({
  id: view.id,
  name: view.name,
  list: view.list,
  parameters: view.parameters,
  shared: view.shared,
  owner: ownerId === null ? null : { kind, id: ownerId, name },
  createdAt: view.createdAt,
  modifiedAt: view.modifiedAt,
})
