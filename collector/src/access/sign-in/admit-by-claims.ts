import { type CapabilityName, capabilities as capabilityNames } from '@rollcall/shared/api/app-registration.ts'
import { roleOf } from '@rollcall/shared/api/role.ts'
import { createUserSchema, type User } from '@rollcall/shared/api/user.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { type ChangeActor, recordOnSites } from '../../change-log/record-changes.ts'
import { hasCapability } from '../../lib/authorise.ts'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Tx } from '../../store/store.ts'
import { hashPassword, hashSecret, newSecret } from '../secrets/hash-secret.ts'
import { findUser, otherAdministrators } from '../users/list-users.ts'
import { passwordAccount } from '../users/password.ts'
import { writeUser } from '../users/update-user.ts'
import type { Issuer } from './sign-in-settings.ts'

type Claims = Record<string, unknown>
type Granted = { capabilities: CapabilityName[]; siteIds: string[] }

/** Returns the actor of changes that follow from a person's own sign-in. */
const byIssuer = (userId: string): ChangeActor => ({ kind: 'user', id: userId, name: 'Sign-in by the issuer' })
const claimValuesMax = 1_000

/** Joins issuer and subject: another issuer's subject of the same name is another person. */
export const subjectOf = ({ issuer }: Pick<Issuer, 'issuer'>, subject: string): string => `${issuer} ${subject}`

/**
 * Returns the user of verified claims, updated from the claims. Creates the user at the first sign-in if that is
 * enabled. Undefined if the claims grant nothing, or the user does not exist and is not created.
 */
export async function admitByClaims(ctx: SystemContext, issuer: Issuer, claims: Claims): Promise<string | undefined> {
  const granted = grantedBy(issuer, claims)
  const subject = textOf(claims['sub'])
  if (!granted || subject === undefined) return refuse(ctx, subject, 'its claims grant nothing')
  // Nobody has this password. The row exists so that a sign-in attempt takes the same time as for any other user.
  const unknownPassword = await hashPassword(newSecret())
  const userId = await ctx.store.write(async (tx) => {
    const { userAccounts } = tx.tables(userTables)
    const isAccount = and(eq(userAccounts.providerId, 'oidc'), eq(userAccounts.accountId, subjectOf(issuer, subject)))
    const [account] = await tx.select().from(userAccounts).where(isAccount)
    if (account) return refresh(tx, ctx, account.userId, claims, granted)
    return issuer.makeUsers ? make(tx, ctx, { issuer, subject, claims, granted, unknownPassword }) : undefined
  })
  return userId ?? refuse(ctx, subject, 'the user does not exist here or is disabled')
}

function refuse({ log }: SystemContext, subject: string | undefined, why: string): undefined {
  log.warn({ subject }, `a sign-in with the issuer was refused: ${why}`)
}

/** Combines the grants of all values of the claim. */
function grantedBy({ claim, grants }: Issuer, claims: Claims): Granted | undefined {
  const given = [claims[claim]].flat().slice(0, claimValuesMax).map(String)
  const matching = grants.filter(({ value }) => given.includes(value))
  if (matching.length === 0) return undefined
  const names = new Set(matching.flatMap(({ capabilities }) => capabilities))
  return {
    capabilities: capabilityNames.filter((name) => names.has(name)),
    siteIds: [...new Set(matching.flatMap(({ siteIds }) => siteIds))],
  }
}

async function refresh(
  tx: Tx,
  ctx: SystemContext,
  id: string,
  claims: Claims,
  granted: Granted,
): Promise<string | undefined> {
  const before = await findUser(tx, id)
  if (!before?.enabled) return undefined
  const role = roleOf(granted.capabilities)
  const after: User = { ...before, ...personOf(claims, before), ...granted, role }
  const wouldBeNone = hasCapability(before, 'Administrator') && !hasCapability(after, 'Administrator')
  // As everywhere, the last administrator keeps the role: nobody could create another one.
  if (wouldBeNone && (await otherAdministrators(tx, id)) === 0) after.capabilities = before.capabilities
  await writeUser(tx, { ...ctx, actor: byIssuer(id) }, before, after)
  return id
}

type NewUser = { issuer: Issuer; subject: string; claims: Claims; granted: Granted; unknownPassword: string }

async function make(tx: Tx, ctx: SystemContext, { issuer, subject, claims, granted, unknownPassword }: NewUser) {
  const { users, userAccounts } = tx.tables(userTables)
  const [id, now] = [newId(), nowOf(ctx)]
  const accountId = subjectOf(issuer, subject)
  const fallback = `oidc-${hashSecret(accountId).slice(0, 12)}`
  const wanted = usernameSchema.safeParse(claims['preferred_username'] ?? claims['email'])
  const insert = (username: string) =>
    tx
      .insert(users)
      .values({
        id,
        username,
        ...personOf(claims, { name: username, email: null }),
        ...granted,
        mustChangePassword: false,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning()
  // Names come from the issuer: one that exists here belongs to another person.
  const [made] = wanted.success ? await insert(wanted.data) : []
  const [row] = made ? [made] : await insert(fallback)
  if (!row) throw new Error(`the user name ${fallback} is already used`)
  await tx
    .insert(userAccounts)
    .values([
      passwordAccount(id, unknownPassword, now),
      { id: newId(), userId: id, providerId: 'oidc', accountId, createdAt: now, updatedAt: now },
    ])
  const added = { verb: 'Added' as const, entity: 'User', entityId: id, to: row.username }
  await recordOnSites(tx, granted.siteIds, { actor: byIssuer(id), timestamp: now, rows: [added] })
  return id
}

const { username: usernameSchema, name: nameSchema, email: emailSchema } = createUserSchema.shape

/** Takes name and mail address from the claims where they are valid. */
function personOf(claims: Claims, before: Pick<User, 'name' | 'email'>): Pick<User, 'name' | 'email'> {
  const [name, email] = [nameSchema.safeParse(claims['name']), emailSchema.safeParse(claims['email'])]
  return { name: name.success ? name.data : before.name, email: email.success ? email.data : before.email }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 255 ? value : undefined
