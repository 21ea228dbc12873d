import type { Next } from 'hono'
import type { ClientCredentials } from '../../access/registrations/authenticate.ts'
import { callerOfClient } from '../../access/registrations/caller-of-token.ts'
import { countAttempt } from '../../access/sign-in/limit-attempts.ts'
import { addressOf } from '../auth/browser.ts'
import { tooMany } from '../auth/too-many.ts'
import type { HttpContext, HttpDeps } from '../environment.ts'
import { admit } from './count-call.ts'

/**
 * Counts a call with a Client ID and Client secret. With the right secret it counts on the current site of the
 * registration, whatever its result. With a wrong secret it counts against the address of the caller: strangers use up
 * no quota, and never delay a right secret.
 */
export async function countClientCall(
  c: HttpContext,
  next: Next,
  { system, limits }: Pick<HttpDeps, 'system' | 'limits'>,
  client: ClientCredentials | undefined,
): Promise<Response | undefined> {
  const caller = client && (await callerOfClient(system, client))
  if (caller) c.env?.authenticated?.(caller.registrationId)
  const waitSeconds = client && !caller ? await countAttempt(system, { clientAddress: addressOf(c) }) : undefined
  if (waitSeconds !== undefined) return tooMany(c, waitSeconds)
  await (caller ? admit(c, next, limits, caller) : next())
  return undefined
}
