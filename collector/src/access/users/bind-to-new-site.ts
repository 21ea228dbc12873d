import { DomainError } from '@rollcall/shared/errors.ts'
import type { Context } from '../../lib/context.ts'
import type { Tx } from '../../store/store.ts'
import { requireSelf } from './list-users.ts'
import { writeUser } from './update-user.ts'

/** Binds the user who makes a site to it, as its last one, so that X-Site-Id can name the site at once. */
export async function bindUserToNewSite(tx: Tx, ctx: Context, siteId: string): Promise<void> {
  const before = await requireSelf(tx, ctx)
  if (!before.enabled) throw new DomainError('invalid_token', 'You were disabled meanwhile.')
  await writeUser(tx, ctx, before, { ...before, siteIds: [...before.siteIds, siteId] })
}
