import { lt } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'

/** Removes join tokens that expired; run now and then. */
export async function forgetExpiredJoinTokens(ctx: SystemContext): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { joinTokens } = tx.tables(enrolmentTables)
    await tx.delete(joinTokens).where(lt(joinTokens.expiresAt, nowOf(ctx)))
  })
}
