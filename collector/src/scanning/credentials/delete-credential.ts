import { DomainError } from '@rollcall/shared/errors.ts'
import { eq } from 'drizzle-orm'
import { recordChanges } from '../../change-log/record-changes.ts'
import { requireCapability } from '../../lib/authorise.ts'
import { type Context, nowOf, type Precondition } from '../../lib/context.ts'
import { credentialTables } from '../../store/schema/scanning.ts'
import { segmentsUsing } from '../segments/list-segments.ts'
import { requireCredential, toRecord } from './list-credentials.ts'

const namedMax = 10

/** Deletes a credential that no segment uses: otherwise scans would find less without a visible reason. */
export async function deleteCredential(ctx: Context, id: string, expects?: Precondition): Promise<void> {
  requireCapability(ctx, 'Administrator')
  await ctx.store.write(async (tx) => {
    const credential = await requireCredential(tx, ctx.siteId, id)
    expects?.(toRecord(ctx, credential))
    const segments = await segmentsUsing(tx, ctx.siteId, id)
    if (segments.length > 0) throw new DomainError('credential_in_use', `${inUseBy(segments)}. Remove it there first.`)
    const { credentials } = tx.tables(credentialTables)
    await tx.delete(credentials).where(eq(credentials.id, id))
    const from = `${credential.name} (${credential.kind})`
    const rows = [{ verb: 'Deleted' as const, entity: 'Credential', entityId: id, from }]
    await recordChanges(tx, { siteId: ctx.siteId, actor: ctx.actor, timestamp: nowOf(ctx), rows })
  })
}

function inUseBy(segments: readonly string[]): string {
  const named = segments.slice(0, namedMax).map((name) => `"${name}"`)
  const more = segments.length - named.length
  return `This credential is used by ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
