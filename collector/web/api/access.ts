import type {
  AppRegistration,
  CreateAppRegistration,
  CreateRegistrationSecret,
  PatchAppRegistration,
  RegistrationSecret,
} from '@rollcall/shared/api/app-registration.ts'
import type { List } from '@rollcall/shared/api/common.ts'
import type { CreateUser, PatchUser, User, UserSession } from '@rollcall/shared/api/user.ts'
import { readOptions } from './read-options.ts'
import { request } from './request.ts'
import { resource } from './resource.ts'

export const registrations = resource<AppRegistration, CreateAppRegistration, PatchAppRegistration>(
  'app-registrations',
  '/api/v1/app-registrations',
)
/** A new registration with its secret, which the API returns only once. */
export type NewRegistrationSecret = AppRegistration & { clientSecret: string }

export const secretsOptions = (id: string) =>
  readOptions<List<RegistrationSecret>>(
    [registrations.name, 'one', id, 'secrets'],
    `${registrations.path}/${id}/secrets`,
  )
export const replaceSecret = (id: string, json: CreateRegistrationSecret) =>
  request<RegistrationSecret & { clientSecret: string }>(`${registrations.path}/${id}/secrets`, {
    method: 'POST',
    json,
  })
export const endSecret = (id: string, secretId: string) =>
  request<void>(`${registrations.path}/${id}/secrets/${secretId}`, { method: 'DELETE' })

export const users = resource<User, CreateUser, PatchUser>('users', '/api/v1/users')
export type OneTimePassword = { password: string }

const of = (id: string, action: string) => `${users.path}/${id}/${action}`

export const resetPassword = (id: string) => request<OneTimePassword>(of(id, 'reset-password'), { method: 'POST' })
export const resetTwoFactor = (id: string) => request<void>(of(id, 'reset-two-factor'), { method: 'POST' })

export const userSessionsOptions = (id: string) =>
  readOptions<List<UserSession>>([users.name, 'one', id, 'sessions'], of(id, 'sessions'))
export const endUserSession = (id: string, sessionId: string) =>
  request<void>(of(id, `sessions/${sessionId}`), { method: 'DELETE' })
