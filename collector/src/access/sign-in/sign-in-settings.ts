import { capabilitiesIn, roleOf } from '@rollcall/shared/api/role.ts'
import {
  type OidcSignIn,
  oidcSchema,
  type PatchSignInSettings,
  type SignInSettings,
} from '@rollcall/shared/api/sign-in-settings.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { DomainError, invalidField, invalidFields, jsonPointer } from '@rollcall/shared/errors.ts'
import { recordOnSites } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition, type SystemContext } from '../../lib/context.ts'
import { allSites } from '../../sites/read.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'
import { inOrder } from '../registrations/registration.ts'
import { hashSecret } from '../secrets/hash-secret.ts'

const rowId = 'oidc'
const sealContext = 'sign-in:oidc'

/** An issuer with its secret. `revision` changes with any of its settings. */
export type Issuer = OidcSignIn & { clientSecret: string | undefined; revision: string }

export async function getSignInSettings(ctx: Context): Promise<SignInSettings> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => (await readRow(db)).settings)
}

/** Returns the issuer for sign-in; undefined if there is none. */
export async function currentIssuer(ctx: SystemContext): Promise<Issuer | undefined> {
  const { settings, sealedSecret } = await ctx.store.read(readRow)
  if (!settings.oidc?.enabled) return undefined
  return {
    ...settings.oidc,
    clientSecret: opened(ctx, sealedSecret),
    revision: hashSecret(JSON.stringify([settings, Buffer.from(sealedSecret ?? []).toString('hex')])),
  }
}

/** Returns the stored issuer with the patch applied, enabled or not, to test it before it is saved. */
export async function issuerToTest(ctx: Context, patch: PatchSignInSettings): Promise<Issuer> {
  await requireAllSites(ctx)
  const row = await ctx.store.read(readRow)
  const { settings, secret } = merged(ctx, row, patch)
  if (settings.oidc === null) throw invalidField('/oidc', 'is not set. Enter it to test the connection')
  return { ...settings.oidc, clientSecret: secret, revision: '' }
}

/** Updates the sign-in settings. They apply to all sites, so the caller must be an Administrator of all of them. */
export async function updateSignInSettings(
  ctx: Context,
  patch: PatchSignInSettings,
  expects?: Precondition,
): Promise<SignInSettings> {
  await requireAllSites(ctx)
  return ctx.store.write(async (tx) => {
    const before = await readRow(tx)
    expects?.(before.settings)
    const { settings, secret } = merged(ctx, before, patch)
    const isSame = JSON.stringify(settings) === JSON.stringify(before.settings)
    if (isSame && secret === opened(ctx, before.sealedSecret)) return before.settings
    const now = nowOf(ctx)
    const row = {
      settings,
      sealedSecret: secret === undefined ? null : Buffer.from(ctx.vault.seal(secret, sealContext)),
      modifiedAt: now,
    }
    const { signInSettings } = tx.tables(userTables)
    await tx
      .insert(signInSettings)
      .values({ id: rowId, ...row })
      .onConflictDoUpdate({ target: signInSettings.id, set: row })
    const record = { entity: 'Sign-in settings', entityId: ctx.siteId, subject: 'Sign-in settings' }
    const change = { verb: 'Modified' as const, ...record, field: 'oidc' }
    const line = { ...change, from: inWords(before.settings), to: inWords(settings) }
    await recordOnSites(tx, ctx.actor.siteIds, { actor: ctx.actor, timestamp: now, rows: [line] })
    return settings
  })
}

type Row = { settings: SignInSettings; sealedSecret: Uint8Array | null }

async function readRow(db: Db): Promise<Row> {
  const [row] = await db.select().from(db.tables(userTables).signInSettings)
  if (!row?.settings.oidc) return { settings: { oidc: null }, sealedSecret: row?.sealedSecret ?? null }
  // Settings of earlier releases have no roles.
  const grants = row.settings.oidc.grants.map((grant) => ({ ...grant, role: roleOf(grant.capabilities) }))
  return { ...row, settings: { oidc: { ...row.settings.oidc, grants } } }
}

const opened = ({ vault }: Pick<SystemContext, 'vault'>, sealed: Uint8Array | null): string | undefined =>
  sealed === null ? undefined : vault.openText(sealed, sealContext)

/**
 * Merges the patch. Throws `validation_failed` if the issuer is incomplete, or if its grants exceed the caller's
 * rights.
 */
function merged(ctx: Context, before: Row, { oidc: patch }: PatchSignInSettings) {
  const stored = { settings: before.settings, secret: opened(ctx, before.sealedSecret) }
  if (patch === undefined) return stored
  if (patch === null) return { settings: { oidc: null }, secret: undefined }
  const { clientSecret, ...fields } = patch
  // Otherwise a secret that nobody can read could be sent to any address.
  const isSameIssuer = fields.issuer === undefined || fields.issuer === before.settings.oidc?.issuer
  const secret = clientSecret === undefined ? (isSameIssuer ? stored.secret : undefined) : (clientSecret ?? undefined)
  const defaults = { enabled: true, claim: 'groups', makeUsers: false, label: 'Single sign-on' }
  const grants = fields.grants?.map(toGrant) ?? before.settings.oidc?.grants ?? []
  const whole = { ...defaults, ...before.settings.oidc, ...fields, grants, clientSecretSet: secret !== undefined }
  const parsed = oidcSchema.safeParse(whole)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: jsonPointer(['oidc', ...path]), message }))
    throw invalidFields(issues)
  }
  parsed.data.grants.forEach(({ siteIds }, index) => {
    const stranger = siteIds.findIndex((id) => !ctx.actor.siteIds.includes(id))
    if (stranger >= 0) throw invalidField(`/oidc/grants/${index}/siteIds/${stranger}`, 'is not one of your sites')
  })
  return { settings: { oidc: parsed.data }, secret }
}

type Grants = NonNullable<NonNullable<PatchSignInSettings['oidc']>['grants']>

/** Gives a grant the capabilities of its role, or the role of its capabilities. */
function toGrant({ value, siteIds, ...rights }: Grants[number]): OidcSignIn['grants'][number] {
  const capabilities = inOrder(capabilitiesIn(rights) ?? [])
  return { value, siteIds, capabilities, role: roleOf(capabilities) }
}

async function requireAllSites(ctx: Context): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const all = await allSites(ctx)
  if (all.every(({ id }) => ctx.actor.siteIds.includes(id))) return
  throw new DomainError(
    'insufficient_privilege',
    'This setting applies to all sites. Only an Administrator of all sites may change it.',
  )
}

const inWords = ({ oidc }: SignInSettings): string | null =>
  oidc === null
    ? null
    : `${oidc.issuer}${oidc.enabled ? '' : ' (off)'}, ${counted(oidc.grants.length, 'grant')} by ${oidc.claim}`
