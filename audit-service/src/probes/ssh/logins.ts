import { counted } from '@rollcall/shared/counted.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import { type Login, type LoginTarget, logIn } from './log-in.ts'
import type { LoginMemory } from './login-memory.ts'
import { type LoginMethod, loginMethodOf } from './login-method.ts'

/** Credentials prepared for logins. */
export type Logins = {
  methods: ReadonlyMap<SshCredential, LoginMethod>
  /** Credentials that are unusable on every host, in words. */
  problems: readonly string[]
  memory: LoginMemory
}

/** Prepares the logins once for all hosts: opening a private key with a passphrase takes much of a second. */
export function prepareLogins(credentials: readonly SshCredential[], memory: LoginMemory): Logins {
  const methods = new Map<SshCredential, LoginMethod>()
  const problems: string[] = []
  for (const credential of credentials) {
    try {
      methods.set(credential, loginMethodOf(credential))
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return { methods, problems, memory }
}

type LoggedIn = Extract<Login, { result: 'in' }> & { username: string }
type Stopped = Extract<Login, { result: 'stopped' }>

/** Tries one credential after the other, within the host's attempts of the day. */
export async function logInWithAny(target: LoginTarget, logins: Logins): Promise<LoggedIn | Stopped> {
  const { methods, memory } = logins
  const reasons = [...logins.problems]
  const wasPinned = (await target.hostKeys.get(target.address, target.port)) !== undefined
  const candidates = memory.candidates(target.address, [...methods.keys()])
  if (candidates.length < methods.size) reasons.push(waitingText(methods.size - candidates.length))
  for (const credential of candidates) {
    const method = methods.get(credential)
    if (!method) continue
    const login = await logIn({ ...target, wasKnown: wasPinned }, method)
    if (login.result === 'in') {
      memory.accepted(target.address, credential)
      return { ...login, username: method.username }
    }
    if (login.result === 'stopped') return login
    if (login.result === 'rejected') memory.rejected(target.address, credential)
    reasons.push(login.detail)
  }
  return { result: 'stopped', outcome: 'refused', detail: reasons.join('; ') }
}

const waitingText = (count: number): string =>
  `${counted(count, 'of its credentials is', 'of its credentials are')} not tried until tomorrow, because of failed logins today`
