import { counted } from '@rollcall/shared/counted.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { cleanText } from '@rollcall/shared/inventory/normalise.ts'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import type { AuditAttempt } from '@rollcall/shared/messages/host-audit.ts'
import type { AttemptsPerDay } from './attempts-per-day.ts'
import { type Login, type LoginTarget, logIn } from './log-in.ts'
import { type LoginMethod, loginMethodOf } from './login-method.ts'

/** Credentials prepared for logins. */
export type Logins = {
  methods: ReadonlyMap<SshCredential, LoginMethod>
  /** Reasons of credentials that are unusable on every host. */
  unusable: ReadonlyMap<SshCredential, string>
  memory: AttemptsPerDay
}

/** Prepares the logins once for all hosts: opening a private key with a passphrase takes much of a second. */
export function prepareLogins(credentials: readonly SshCredential[], memory: AttemptsPerDay): Logins {
  const methods = new Map<SshCredential, LoginMethod>()
  const unusable = new Map<SshCredential, string>()
  for (const credential of credentials) {
    try {
      methods.set(credential, loginMethodOf(credential))
    } catch (error) {
      unusable.set(credential, messageOf(error))
    }
  }
  return { methods, unusable, memory }
}

/** Attempts so far. */
type Tried = { tried: AuditAttempt[] }
type LoggedIn = Extract<Login, { result: 'in' }> & { credential: SshCredential } & Tried
type Stopped = Pick<Extract<Login, { result: 'stopped' }>, 'result' | 'outcome' | 'text'> & Tried

/** Tries one credential after the other, within the host's attempts of the day. */
export async function logInWithAny(target: LoginTarget, logins: Logins): Promise<LoggedIn | Stopped> {
  const { methods, memory } = logins
  const { address, port } = target
  const texts = [...logins.unusable.values()]
  const tried = [...logins.unusable].map(([credential, why]) =>
    attemptWith(credential, port, { reason: 'credential-unreadable', detail: cleanText(why, detailMax) }),
  )
  const wasPinned = (await target.hostKeys.get(address, port)) !== undefined
  const candidates = memory.candidates(address, [...methods.keys()])
  if (candidates.length < methods.size) texts.push(waitingText(methods.size - candidates.length))
  for (const credential of candidates) {
    const method = methods.get(credential)
    if (!method) continue
    const login = await logIn({ ...target, wasKnown: wasPinned }, method)
    if (login.result === 'in') {
      memory.accepted(address, credential)
      return { ...login, credential, tried }
    }
    // A host that lets nobody log in says nothing about the credential.
    if (login.result === 'stopped') return { ...login, tried: [...tried, { protocol: 'ssh', port, ...login.attempt }] }
    if (login.result === 'rejected') memory.rejected(address, credential)
    const count = login.result === 'rejected' ? memory.attempts(address) : {}
    tried.push(attemptWith(credential, port, { ...login.attempt, ...count }))
    texts.push(login.text)
  }
  const skipped = [...methods.keys()].filter((credential) => !candidates.includes(credential))
  const count = memory.attempts(address)
  const reason = count.used >= count.limit ? 'attempts-used-up' : 'refused-earlier'
  tried.push(...skipped.map((credential) => attemptWith(credential, port, { reason, ...count })))
  return { result: 'stopped', outcome: 'refused', text: texts.join('; '), tried }
}

const userMax = 64
const detailMax = 200

/** Describes an attempt with a credential, without its secret. */
export const attemptWith = (
  { id, username }: SshCredential,
  port: number,
  result: Pick<AuditAttempt, 'reason'> & Partial<AuditAttempt>,
): AuditAttempt => ({
  protocol: 'ssh',
  port,
  ...(id !== undefined && { credentialId: id }),
  user: cleanText(username, userMax),
  ...result,
})

const waitingText = (count: number): string =>
  `${counted(count, 'of its credentials is', 'of its credentials are')} not tried until tomorrow, because of failed logins today`
