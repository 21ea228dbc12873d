import type { List } from '@rollcall/shared/api/common.ts'
import type { SignInOptions, TwoFactorSetUp } from '@rollcall/shared/api/sign-in.ts'
import type { Me, PatchMe, UserSession } from '@rollcall/shared/api/user.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { queryOptions } from '@tanstack/react-query'
import { readOptions } from './read-options.ts'
import { request, requestTagged } from './request.ts'

const mePath = '/api/v1/me'

/** The signed-in user with the sites that the user may see. */
export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<Me>(mePath, { signal, ofNoSite: true }),
  staleTime: 60_000,
})

export const may = (me: Me, capability: Me['capabilities'][number]): boolean =>
  me.capabilities.includes('Administrator') || me.capabilities.includes(capability)

const post = <T>(name: string, json: object = {}) => request<T>(`/api/auth/${name}`, { method: 'POST', json })

export const signIn = (sent: { username: string; password: string }) =>
  post<{ twoFactorRedirect: boolean }>('sign-in/username', sent)

/**
 * Verifies a second factor. Authenticator codes have six digits, which apps show in groups; anything else is a backup
 * code.
 */
export function verifyCode(typed: string) {
  const code = typed.replace(/\s/g, '')
  return post(`two-factor/verify-${/^\d{6}$/.test(code) ? 'totp' : 'backup-code'}`, { code })
}

/** The sign-in methods besides the password. */
export const signInOptions = readOptions<SignInOptions>(['sign-in-options'], '/api/auth/options')

/** Returns the issuer's sign-in address. The issuer sends the browser back to `returnTo`. */
export const beginOidc = (returnTo: string) => post<{ url: string }>('sign-in/oidc', { returnTo })

export const signOut = () => post('sign-out')

export const changePassword = (sent: { currentPassword: string; newPassword: string }) => post('change-password', sent)

export const editedMeOptions = queryOptions({
  queryKey: ['me', 'edited'],
  queryFn: ({ signal }) => requestTagged<Me>(mePath, { signal }),
})
export const updateMe = (json: PatchMe, ifMatch?: string) =>
  request<Me>(mePath, { method: 'PATCH', json, ...optional({ ifMatch }) })

export const ownSessionsOptions = readOptions<List<UserSession>>(['me', 'sessions'], `${mePath}/sessions`)
export const endOwnSession = (id: string) => request<void>(`${mePath}/sessions/${id}`, { method: 'DELETE' })

/** Two-factor calls, each with the current password. The second factor is on after its first code is confirmed. */
export const setUpTwoFactor = (password: string) => post<TwoFactorSetUp>('two-factor/enable', { password })
export const disableTwoFactor = (password: string) => post<void>('two-factor/disable', { password })
export const newBackupCodes = (password: string) =>
  post<{ backupCodes: string[] }>('two-factor/generate-backup-codes', { password })
