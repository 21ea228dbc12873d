import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import ssh2, { type AnyAuthMethod, type AuthenticationType, type Prompt } from 'ssh2'

/** Authentication with a credential (RFC 4252, RFC 4256). */
export type LoginMethod = {
  username: string
  isByKey: boolean
  /** True if a host without a pinned key is offered the credential. */
  offersToUnknownHosts: boolean
  /** Supported methods, the preferred one first. */
  names: readonly AuthenticationType[]
  attempt(name: AuthenticationType): AnyAuthMethod
}

/** Returns the method of a credential. Throws an Error for an unreadable key or a wrong passphrase. */
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

/** Answers one hidden prompt with the password. A further prompt asks for something we do not have. */
function answerOnce(password: string) {
  let isAnswered = false
  return (_name: string, _text: string, _language: string, prompts: Prompt[], finish: (answers: string[]) => void) => {
    const isForPassword = prompts.length === 1 && prompts[0]?.echo !== true && !isAnswered
    isAnswered ||= isForPassword
    finish(prompts.map(() => (isForPassword ? password : '')))
  }
}
