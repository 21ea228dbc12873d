import { lt } from 'drizzle-orm'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'

/** Deletes expired join tokens; a periodic job. */
export async function deleteExpiredJoinTokens(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { joinTokens } = tx.tables(enrollmentTables)
    await tx.delete(joinTokens).where(lt(joinTokens.expiresAt, time.now))
  })
}
