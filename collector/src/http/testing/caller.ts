import { type CreateAppRegistration, createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { issueToken } from '../../access/registrations/issue-token.ts'
import type { testApp } from './app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>

/** For tests: creates an App registration with its own token. */
export async function newCaller({ call, ctx }: TestApp, fields: Partial<CreateAppRegistration> = {}) {
  const made = await call('POST', '/api/v1/app-registrations', { json: { name: 'caller', ...fields } })
  const { clientSecret, ...registration } = createdAppRegistrationSchema.parse(await made.json())
  const client = { clientId: registration.clientId, clientSecret }
  const { accessToken: token } = await issueToken(ctx, client)
  return { registration, client, token, path: `/api/v1/app-registrations/${registration.id}` }
}

/** For tests: creates an Administrator of two sites, the app's own and another, and one of the first site alone. */
export async function twoSites(app: TestApp) {
  const both = await newCaller(app, { name: 'both', capabilities: ['Administrator'] })
  const made = await app.call('POST', '/api/v1/sites', { token: both.token, json: { name: 'Branch' } })
  const { id: branchId } = (await made.json()) as { id: string }
  const one = await newCaller(app, { name: 'one', capabilities: ['Administrator'] })
  return { both, one, siteId: app.ctx.siteId, branchId }
}
