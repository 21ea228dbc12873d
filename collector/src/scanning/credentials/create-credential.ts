import { type CreateCredential, type CredentialRecord, shownCredentialSchema } from '@rollcall/shared/api/credential.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf } from '../../lib/context.ts'
import { credentialTables } from '../../store/schema/scanning.ts'
import { sealContext } from './list-credentials.ts'

/** Stores a credential, sealed. Only the tasks that use it contain it again. */
export async function createCredential(ctx: Context, input: CreateCredential): Promise<CredentialRecord> {
  requireCapability(ctx, 'Administrator')
  const { name, ...credential } = input
  const row = { id: newId(), name, kind: input.kind, createdAt: nowOf(ctx), modifiedAt: null }
  const sealed = ctx.vault.seal(JSON.stringify(credential), sealContext(row.id))
  await ctx.store.write(async (tx) => {
    await tx.insert(tx.tables(credentialTables).credentials).values({ ...row, siteId: ctx.siteId, sealed })
    await recordChanges(tx, {
      siteId: ctx.siteId,
      actor: ctx.actor,
      timestamp: row.createdAt,
      rows: [
        { verb: 'Added', entity: 'Credential', entityId: row.id, subject: row.name, to: `${row.name} (${row.kind})` },
      ],
    })
  })
  return { ...row, ...shownCredentialSchema.parse(credential) }
}
