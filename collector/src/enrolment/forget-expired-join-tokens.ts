import { lt } from 'drizzle-orm'
import type { SystemContext } from '../context.ts'
import { enrolmentTables } from '../store/schema/enrolment.ts'
import type { TrustedTime } from '../trusted-time/trusted-time.ts'

/** Removes join tokens that expired; run now and then. */
export async function forgetExpiredJoinTokens(ctx: SystemContext, time: TrustedTime): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { joinTokens } = tx.tables(enrolmentTables)
    await tx.delete(joinTokens).where(lt(joinTokens.expiresAt, time.now))
  })
}
