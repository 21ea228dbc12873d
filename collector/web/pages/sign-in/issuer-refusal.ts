const anew = 'It took too long, or was begun in another window or browser. Begin it again.'

const words: Record<string, string> = {
  unable_to_get_user_info:
    'The issuer knows you, but nothing that it says of you grants anything here, or your user is disabled. An administrator can change that.',
  access_denied: 'The issuer did not let you in, or you stopped there.',
  login_required: 'The issuer did not let you in, or you stopped there.',
  consent_required: 'The issuer asks for your consent first.',
  state_not_found: anew,
  state_mismatch: anew,
  please_restart_the_process: anew,
  invalid_code: 'The issuer did not confirm the sign-in. An administrator can test the issuer in Settings, Sign-in.',
  issuer_unusable:
    'The issuer does not answer as it should. Try it again; an administrator can test it in Settings, Sign-in.',
  not_found: 'Nobody signs in by an issuer here any more.',
}

/** Why a sign-in by the issuer came to nothing. The code is of the address, which anybody may have written. */
export function issuerRefusal(code: string): string {
  const known = Object.hasOwn(words, code) ? words[code] : undefined
  const told = /^\w{1,60}$/.test(code) ? ` (${code})` : ''
  return (
    known ??
    `The sign-in by the issuer came to nothing${told}. Try it again; an administrator can test the issuer in Settings, Sign-in, and finds the reason in the collector's log.`
  )
}
