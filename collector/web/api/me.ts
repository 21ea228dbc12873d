import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

export type Me = {
  id: string
  name: string
  username: string
  capabilities: string[]
  sites: { id: string; name: string }[]
  mustChangePassword: boolean
}

export const meOptions = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<Me>('/api/v1/me', { signal }),
  staleTime: 60_000,
})

export const may = (me: Me, capability: string): boolean =>
  me.capabilities.includes('Administrator') || me.capabilities.includes(capability)

export const signIn = (sent: { username: string; password: string }) =>
  request('/api/auth/sign-in/username', { method: 'POST', json: sent })

export const signOut = () => request('/api/auth/sign-out', { method: 'POST', json: {} })

export const changePassword = (sent: { currentPassword: string; newPassword: string }) =>
  request('/api/auth/change-password', { method: 'POST', json: { ...sent, revokeOtherSessions: true } })
