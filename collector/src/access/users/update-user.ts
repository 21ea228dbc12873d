import { capabilitiesIn, roleOf } from '@rollcall/shared/api/role.ts'
import type { Me, PatchMe, PatchUser, User } from '@rollcall/shared/api/user.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { eq } from 'drizzle-orm'
import { modifiedFields } from '../../change-log/modified-fields.ts'
import { type ChangeActor, recordOnSites } from '../../change-log/record-changes.ts'
import { hasCapability, requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Db, Tx } from '../../store/store.ts'
import { foreignSites, inOrder, ownSites } from '../registrations/registration.ts'
import { otherAdministrators, requireSelf, requireUser, toMe } from './list-users.ts'

const settable = ['name', 'email', 'enabled', 'capabilities', 'siteIds'] as const

/** Updates the fields of the patch. Changes apply from the user's next call on; disabling a user ends its sessions. */
export async function updateUser(ctx: Context, id: string, patch: PatchUser, expects?: Precondition): Promise<User> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    const before = await requireOwnUser(tx, ctx, id)
    expects?.(before)
    const capabilities = inOrder(capabilitiesIn(patch) ?? before.capabilities)
    const after = {
      ...before,
      name: patch.name ?? before.name,
      email: patch.email === undefined ? before.email : patch.email,
      enabled: patch.enabled ?? before.enabled,
      capabilities,
      role: roleOf(capabilities),
      siteIds: patch.siteIds ? ownSites(ctx.actor, patch.siteIds) : before.siteIds,
    }
    if (!after.enabled || !hasCapability(after, 'Administrator')) await requireOtherAdministrator(tx, before)
    await writeUser(tx, ctx, before, after)
    return after
  })
}

/** Updates the caller's own name, address, and choice of how times are shown. */
export async function updateMe(ctx: Context, patch: PatchMe, expects?: Precondition): Promise<Me> {
  return ctx.store.write(async (tx) => {
    const before = await requireSelf(tx, ctx)
    expects?.(await toMe(tx, before))
    const email = patch.email === undefined ? before.email : patch.email
    const after = { ...before, name: patch.name ?? before.name, email }
    await writeUser(tx, ctx, before, after)
    const { users } = tx.tables(userTables)
    const { dateFormat, timeZone } = patch
    if (dateFormat !== undefined || timeZone !== undefined) {
      await tx.update(users).set(optional({ dateFormat, timeZone })).where(eq(users.id, after.id))
    }
    return toMe(tx, after)
  })
}

/** Writes the changed fields, and their entries in the change log of each of the user's sites. */
export async function writeUser(
  tx: Tx,
  ctx: Pick<Context, 'clock'> & { actor: ChangeActor },
  before: User,
  after: User,
): Promise<void> {
  const rows = modifiedFields('User', settable, before, after, after.username)
  if (rows.length === 0) return
  const { users, userSessions } = tx.tables(userTables)
  const { id, name, email, enabled, capabilities, siteIds } = after
  await tx.update(users).set({ name, email, enabled, capabilities, siteIds }).where(eq(users.id, id))
  if (!enabled) await tx.delete(userSessions).where(eq(userSessions.userId, id))
  const sites = new Set([...before.siteIds, ...siteIds])
  await recordOnSites(tx, sites, { actor: ctx.actor, timestamp: nowOf(ctx), rows })
}

/** Returns a user whose sites are all the caller's. Any other change would affect sites of others. */
export async function requireOwnUser(db: Db, ctx: Context, id: string): Promise<User> {
  const user = await requireUser(db, ctx, id)
  if (foreignSites(ctx.actor, user).length === 0) return user
  throw new DomainError(
    'insufficient_privilege',
    'This user also has access to sites that are not yours. An Administrator of all its sites can change it.',
  )
}

/** Throws if this user is the last administrator: nobody could create another one. */
export async function requireOtherAdministrator(db: Db, user: User): Promise<void> {
  if (!user.enabled || !hasCapability(user, 'Administrator')) return
  if ((await otherAdministrators(db, user.id)) > 0) return
  throw new DomainError(
    'last_administrator',
    'This is the last enabled user with the Administrator capability. Give it to another user first.',
  )
}
