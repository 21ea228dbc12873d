import { type CredentialRecord, createCredentialSchema, type PatchCredential } from '@rollcall/shared/api/credential.ts'
import { mergePatch, parseMerged } from '@rollcall/shared/merge-patch.ts'
import { eq } from 'drizzle-orm'
import { type ChangeRow, recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { credentialTables } from '../../store/schema/scanning.ts'
import { openCredential, requireCredential, sealContext, toRecord } from './list-credentials.ts'

/** Updates a credential's name and content; the kind stays. Tasks sent from now on use the new content. */
export async function updateCredential(
  ctx: Context,
  id: string,
  patch: PatchCredential,
  expects?: Precondition,
): Promise<CredentialRecord> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    const before = await requireCredential(tx, ctx.siteId, id)
    const shown = toRecord(ctx, before)
    expects?.(shown)
    const opened = openCredential(ctx, id, before.sealed)
    // Validated like a new credential, with the patch applied.
    const { name, ...credential } = parseMerged(
      createCredentialSchema,
      mergePatch({ ...opened, name: before.name }, patch),
    )
    const rows = changed(before, name, patch)
    if (rows.length === 0) return shown
    const sealed = ctx.vault.seal(JSON.stringify(credential), sealContext(id))
    const after = { ...before, name, sealed, modifiedAt: nowOf(ctx) }
    const { credentials } = tx.tables(credentialTables)
    await tx.update(credentials).set(after).where(eq(credentials.id, id))
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: after.modifiedAt, rows })
    return toRecord(ctx, after)
  })
}

/** Lists the change log entries. Changed content is logged without its values. */
function changed({ id, name: from }: { id: string; name: string }, to: string, patch: PatchCredential): ChangeRow[] {
  const line = { verb: 'Modified' as const, entity: 'Credential', entityId: id, subject: to }
  const fields = Object.keys(patch).filter((field) => field !== 'name')
  return [
    ...(from === to ? [] : [{ ...line, field: 'name', from, to }]),
    ...fields.map((field) => ({ ...line, field })),
  ]
}
