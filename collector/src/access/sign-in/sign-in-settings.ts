import {
  type OidcSignIn,
  oidcSchema,
  type PatchSignInSettings,
  type SignInSettings,
} from '@rollcall/shared/api/sign-in-settings.ts'
import { DomainError, invalidField, invalidFields, jsonPointer } from '@rollcall/shared/errors.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition, type SystemContext } from '../../lib/context.ts'
import { allSites } from '../../sites/read.ts'
import { userTables } from '../../store/schema/access.ts'
import type { Db } from '../../store/store.ts'
import { hashSecret } from '../secrets/hash-secret.ts'

const rowId = 'oidc'
const sealContext = 'sign-in:oidc'

/** An issuer as it is used: `revision` is another one whenever anything of it is. */
export type Issuer = OidcSignIn & { clientSecret: string | undefined; revision: string }

export async function getSignInSettings(ctx: Context): Promise<SignInSettings> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.read(async (db) => (await readRow(db)).settings)
}

/** The issuer that people sign in by; undefined when there is none. */
export async function currentIssuer(ctx: SystemContext): Promise<Issuer | undefined> {
  const { settings, sealedSecret } = await ctx.store.read(readRow)
  if (!settings.oidc?.enabled) return undefined
  return {
    ...settings.oidc,
    clientSecret: opened(ctx, sealedSecret),
    revision: hashSecret(JSON.stringify([settings, Buffer.from(sealedSecret ?? []).toString('hex')])),
  }
}

/** The one that was set, on or off, with the patch in it: to try it before it is saved. */
export async function issuerToTest(ctx: Context, patch: PatchSignInSettings): Promise<Issuer> {
  await requireAllSites(ctx)
  const row = await ctx.store.read(readRow)
  const { settings, secret } = merged(ctx, row, patch)
  if (settings.oidc === null) throw invalidField('/oidc', 'is not set: there is nothing to test')
  return { ...settings.oidc, clientSecret: secret, revision: '' }
}

/** What holds for all sites is for an Administrator of all of them. */
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
    const change = { verb: 'Modified' as const, entity: 'Sign-in settings', entityId: ctx.siteId, field: 'oidc' }
    const line = { ...change, from: inWords(before.settings), to: inWords(settings) }
    await recordChanges(
      tx,
      ...ctx.actor.siteIds.map((siteId) => ({ siteId, actor: ctx.actor.name, timestamp: now, rows: [line] })),
    )
    return settings
  })
}

type Row = { settings: SignInSettings; sealedSecret: Uint8Array | null }

async function readRow(db: Db): Promise<Row> {
  const [row] = await db.select().from(db.tables(userTables).signInSettings)
  return row ?? { settings: { oidc: null }, sealedSecret: null }
}

const opened = ({ vault }: Pick<SystemContext, 'vault'>, sealed: Uint8Array | null): string | undefined =>
  sealed === null ? undefined : vault.openText(sealed, sealContext)

/** Throws `validation_failed` where the issuer is not whole, or its grants reach where the caller does not. */
function merged(ctx: Context, before: Row, { oidc: patch }: PatchSignInSettings) {
  const kept = { settings: before.settings, secret: opened(ctx, before.sealedSecret) }
  if (patch === undefined) return kept
  if (patch === null) return { settings: { oidc: null }, secret: undefined }
  const { clientSecret, ...fields } = patch
  // Else a secret that nobody can read could be sent to whomever one likes.
  const isSameIssuer = fields.issuer === undefined || fields.issuer === before.settings.oidc?.issuer
  const secret = clientSecret === undefined ? (isSameIssuer ? kept.secret : undefined) : (clientSecret ?? undefined)
  const defaults = { enabled: true, grants: [], claim: 'groups', makeUsers: false, label: 'Single sign-on' }
  const whole = { ...defaults, ...before.settings.oidc, ...fields, clientSecretSet: secret !== undefined }
  const parsed = oidcSchema.safeParse(whole)
  if (!parsed.success) {
    const places = parsed.error.issues.map(({ path, message }) => ({ path: jsonPointer(['oidc', ...path]), message }))
    throw invalidFields(places)
  }
  parsed.data.grants.forEach(({ siteIds }, index) => {
    const stranger = siteIds.findIndex((id) => !ctx.actor.siteIds.includes(id))
    if (stranger >= 0) throw invalidField(`/oidc/grants/${index}/siteIds/${stranger}`, 'is not a site of yours')
  })
  return { settings: { oidc: parsed.data }, secret }
}

async function requireAllSites(ctx: Context): Promise<void> {
  requireCapability(ctx, 'Administrator')
  const all = await allSites(ctx)
  if (all.every(({ id }) => ctx.actor.siteIds.includes(id))) return
  throw new DomainError('insufficient_privilege', 'This holds for all sites: only an Administrator of all may set it.')
}

const inWords = ({ oidc }: SignInSettings): string | null =>
  oidc === null ? null : `${oidc.issuer}${oidc.enabled ? '' : ' (off)'}, ${oidc.grants.length} grants by ${oidc.claim}`
