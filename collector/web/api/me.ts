import type { Me } from '@rollcall/shared/api/user.ts'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<Me>('/api/v1/me', { signal }),
  staleTime: 60_000,
})

export const may = (me: Me, capability: Me['capabilities'][number]): boolean =>
  me.capabilities.includes('Administrator') || me.capabilities.includes(capability)

const post = <T>(name: string, json: object = {}) => request<T>(`/api/auth/${name}`, { method: 'POST', json })

export const signIn = (sent: { username: string; password: string }) =>
  post<{ twoFactorRedirect: boolean }>('sign-in/username', sent)

/** A code of the authenticator app has six digits; anything else is one of the backup codes. */
export const verifyCode = (code: string) =>
  post(`two-factor/verify-${/^\s*\d{6}\s*$/.test(code) ? 'totp' : 'backup-code'}`, { code })

export const signOut = () => post('sign-out')

export const changePassword = (sent: { currentPassword: string; newPassword: string }) => post('change-password', sent)
