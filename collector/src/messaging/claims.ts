import { connectOnce, type NatsOptions } from '@rollcall/shared/node/nats-connect.ts'
import type { SystemContext } from '../context.ts'
import { loadRevocations } from '../secrets/revocations.ts'
import { accountJwt, systemCredentials } from './accounts.ts'
import type { MessagingKeys } from './keys.ts'

type ClaimsContext = Pick<SystemContext, 'store' | 'log'>
type Server = Pick<NatsOptions, 'servers' | 'caPem'>

/**
 * Gives the servers the account's claims as they are now. They keep them (full resolver) and cut revoked users off
 * at once.
 */
export async function pushAccountClaims(ctx: ClaimsContext, keys: MessagingKeys, server: Server): Promise<void> {
  const { nc } = await connectOnce({ ...server, ...(await systemCredentials(keys)), name: 'collector-system' }, ctx.log)
  try {
    const jwt = await accountJwt(keys, await loadRevocations(ctx))
    const answer = await nc.request('$SYS.REQ.CLAIMS.UPDATE', jwt, { timeout: 10_000 })
    const { error } = answer.json<{ error?: { description?: string } }>()
    if (error) throw new Error(`the NATS server did not take the account's claims: ${error.description}`)
  } finally {
    await nc.close()
  }
}
