import { type CredentialRecord, createCredentialSchema, type PatchCredential } from '@rollcall/shared/api/credential.ts'
import { mergePatch, parseMerged } from '@rollcall/shared/merge-patch.ts'
import { eq } from 'drizzle-orm'
import { requireCapability } from '../auth/authorise.ts'
import { type ChangeRow, recordChanges } from '../changes/record.ts'
import { type Context, nowOf, type Precondition } from '../context.ts'
import { credentialTables } from '../store/schema/credentials.ts'
import type { Tx } from '../store/store.ts'
import { openCredential, requireCredential } from './read.ts'
import { sealContext } from './seal-context.ts'

/** Changes a credential's name and what it holds; the kind stays. Tasks that are sent from now on have what is new. */
export async function updateCredential(
  ctx: Context,
  id: string,
  patch: PatchCredential,
  expects?: Precondition,
): Promise<CredentialRecord> {
  requireCapability(ctx, 'Administrator')
  return ctx.store.write(async (tx) => {
    const before = await requireCredential(tx, ctx.siteId, id)
    expects?.(before)
    const { name, ...credential } = await patched(ctx, tx, before, patch)
    const sealed = ctx.vault.seal(JSON.stringify(credential), sealContext(id))
    const { credentials } = tx.tables(credentialTables)
    await tx.update(credentials).set({ name, sealed }).where(eq(credentials.id, id))
    const rows = changed(before, name, patch)
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor.name, timestamp: nowOf(ctx), rows })
    return { ...before, name }
  })
}

/** As one would create it, with the patch in it. */
async function patched(ctx: Context, tx: Tx, { id, name }: CredentialRecord, patch: PatchCredential) {
  const { credentials } = tx.tables(credentialTables)
  const [row] = await tx.select({ sealed: credentials.sealed }).from(credentials).where(eq(credentials.id, id))
  const before = row && openCredential(ctx, id, row.sealed)
  return parseMerged(createCredentialSchema, mergePatch({ ...before, name }, patch))
}

/** What the change log may know: of what a credential holds, only that it is another. */
function changed({ id, name: from }: CredentialRecord, to: string, patch: PatchCredential): ChangeRow[] {
  const line = { verb: 'Modified' as const, entity: 'Credential', entityId: id }
  const fields = Object.keys(patch).filter((field) => field !== 'name')
  return [
    ...(from === to ? [] : [{ ...line, field: 'name', from, to }]),
    ...fields.map((field) => ({ ...line, field })),
  ]
}
