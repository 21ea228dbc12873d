import type { PatchSignInSettings, SignInSettings, SignInTest } from '@rollcall/shared/api/sign-in-settings.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { queryOptions } from '@tanstack/react-query'
import { request, requestTagged } from './request.ts'

const path = '/api/v1/sign-in-settings'
type Oidc = NonNullable<PatchSignInSettings['oidc']>

export const signInSettingsOptions = queryOptions({
  queryKey: ['sign-in-settings'],
  queryFn: ({ signal }) => requestTagged<SignInSettings>(path, { signal }),
})
/** Stores the OpenID Connect settings. null turns sign-in by the issuer off. */
export const updateOidc = (oidc: Oidc | null, ifMatch?: string) =>
  request<SignInSettings>(path, { method: 'PATCH', json: { oidc }, ...optional({ ifMatch }) })
/** Tests the issuer with these settings, without storing them. */
export const testOidc = (oidc: Oidc) => request<SignInTest>(`${path}/test`, { method: 'POST', json: { oidc } })
