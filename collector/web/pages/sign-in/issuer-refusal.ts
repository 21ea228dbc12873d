const expired = 'The sign-in took too long or started in another window or browser. Sign in again.'

const words: Record<string, string> = {
  unable_to_get_user_info: 'Your account has no permissions here or is disabled. Ask an administrator.',
  access_denied: 'The sign-in was refused or cancelled at the issuer.',
  login_required: 'The sign-in was refused or cancelled at the issuer.',
  consent_required: 'Give your consent at the issuer first.',
  state_not_found: expired,
  state_mismatch: expired,
  please_restart_the_process: expired,
  invalid_code: 'The issuer did not confirm the sign-in. An administrator can test the issuer in Settings, Sign-in.',
  issuer_unusable:
    'The issuer does not answer correctly. Try again. An administrator can test it in Settings, Sign-in.',
  not_found: 'Sign-in by OpenID Connect is no longer available.',
}

/** Explains a failed sign-in by the issuer. The code comes from the address, so anybody may have written it. */
export function issuerRefusal(code: string): string {
  const text = Object.hasOwn(words, code) ? words[code] : undefined
  const codeText = /^\w{1,60}$/.test(code) ? ` (${code})` : ''
  return (
    text ??
    `The sign-in by OpenID Connect failed${codeText}. Try again. An administrator can test the issuer in Settings, Sign-in, and find the reason in the collector's log.`
  )
}
