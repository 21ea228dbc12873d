import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import ssh2, { type AnyAuthMethod, type AuthenticationType, type Prompt } from 'ssh2'

/** How a credential proves itself (RFC 4252, RFC 4256). */
export type LoginMethod = {
  username: string
  isByKey: boolean
  /** Whether a host without a pinned key is offered the credential. */
  offersToUnknownHosts: boolean
  /** The methods it can take part in, the preferred one first. */
  names: readonly AuthenticationType[]
  attempt(name: AuthenticationType): AnyAuthMethod
}

/** Throws an Error for a key that cannot be read, or not with this passphrase. */
export function loginMethodOf(credential: SshCredential): LoginMethod {
  const { username } = credential
  if (credential.kind === 'ssh-key') {
    const key = ssh2.utils.parseKey(credential.privateKey, credential.passphrase)
    if (key instanceof Error) throw new Error(`the private key of ${username} cannot be read: ${key.message}`)
    const isByKey = true
    return {
      username,
      isByKey,
      offersToUnknownHosts: true,
      names: ['publickey'],
      attempt: () => ({ type: 'publickey', username, key }),
    }
  }
  const { password, offerToUnknownHosts = true } = credential
  return {
    username,
    isByKey: false,
    offersToUnknownHosts: offerToUnknownHosts,
    names: ['password', 'keyboard-interactive'],
    attempt: (name) =>
      name === 'password'
        ? { type: 'password', username, password }
        : { type: 'keyboard-interactive', username, prompt: answerOnce(password) },
  }
}

/** The password answers one question that hides what is typed. Who asks for more wants something we have not. */
function answerOnce(password: string) {
  let isAnswered = false
  return (_name: string, _text: string, _language: string, prompts: Prompt[], finish: (answers: string[]) => void) => {
    const isForPassword = prompts.length === 1 && prompts[0]?.echo !== true && !isAnswered
    isAnswered ||= isForPassword
    finish(prompts.map(() => (isForPassword ? password : '')))
  }
}
