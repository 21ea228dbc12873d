import { DomainError, invalidField } from '@rollcall/shared/errors.ts'
import type { Answer } from './call.ts'

/** Converts a refusal of better-auth to an API error. Any unexpected refusal is a defect. */
export function refusal({ status, body }: Answer, passwordField = '/password'): Error {
  const code = String(body['code'] ?? '')
  switch (code) {
    case 'INVALID_USERNAME_OR_PASSWORD':
      return new DomainError('invalid_credentials', 'Wrong user name or password.')
    case 'INVALID_PASSWORD':
      return invalidField(passwordField, 'is not your password')
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return wrongCode()
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return new DomainError('invalid_credentials', 'This sign-in has expired. Sign in again.')
    case 'TOTP_ALREADY_ENABLED':
      return new DomainError('two_factor_state', 'The second factor is already on. Turn it off first.')
    case 'TOTP_NOT_ENABLED':
    case 'TWO_FACTOR_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return new DomainError('two_factor_state', 'No second factor is set up.')
    case 'UNAUTHORIZED':
      return new DomainError('invalid_credentials', 'You are not signed in.')
    default:
      return new Error(`better-auth answered ${status} ${code} ${String(body['message'] ?? '')}`)
  }
}

/** Seconds of the lock after ten wrong codes: for 15 minutes no code of any sender is checked. */
export const lockedSeconds = ({ body }: Answer): number | undefined =>
  body['code'] === 'ACCOUNT_TEMPORARILY_LOCKED' ? 15 * 60 : undefined

export const wrongCode = () => new DomainError('invalid_credentials', 'The code is wrong or was already used.')
