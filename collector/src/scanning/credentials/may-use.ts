import type { Segment } from '@rollcall/shared/api/segment.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Actor } from '../../lib/context.ts'

/**
 * Throws unless the caller may send these credentials to hosts of the segment. Administrators choose the credentials of
 * a segment, so only they may send others there.
 */
export function requireMayUse(ctx: { actor: Actor }, segment: Segment, credentialIds: readonly string[]): void {
  const isOfSegment = credentialIds.every((id) => segment.credentialIds.includes(id))
  requireCapability(ctx, isOfSegment ? 'StartAuditsOrScans' : 'Administrator')
}
