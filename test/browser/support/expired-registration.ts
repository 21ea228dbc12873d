import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import type { ApiClient } from '../../harness/api-client.ts'

/** Creates an App registration that expired a minute ago, and returns its id. */
export async function expiredRegistration(api: ApiClient, name: string): Promise<string> {
  const { id } = await api.create('/api/v1/app-registrations', { name }, createdAppRegistrationSchema)
  const expiresAt = new Date(Date.now() - 60_000).toISOString()
  const answer = await api.call('PATCH', `/api/v1/app-registrations/${id}`, { body: { expiresAt } })
  if (answer.status !== 200) throw new Error(`the registration answered ${answer.status}`)
  return id
}
